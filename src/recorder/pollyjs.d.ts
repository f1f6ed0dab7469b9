/**
 * The parts of Polly.js that the recorder uses. Its own types describe modules that export a `default`, which the files
 * that Node.js loads do not: there, the class of adapter and persister is the module.
 */
declare module '@pollyjs/core' {
  import type Persister from '@pollyjs/persister';

  /** What Polly.js hands to an adapter with a request, and what the adapter adds to it. */
  export interface PollyRequest<Arguments = unknown> {
    readonly requestArguments: Arguments;
    readonly promise: Promise<void>;
  }

  export interface PollyOptions {
    readonly mode: 'record';
    readonly adapters: readonly (new (polly: Polly) => object)[];
    readonly persister: new (polly: Polly) => Persister;
    readonly persisterOptions: { readonly keepUnusedRequests: boolean } & Readonly<Record<string, unknown>>;
    readonly logLevel: 'silent';
    readonly recordFailedRequests: boolean;
    readonly matchRequestsBy: Readonly<Record<'method' | 'headers' | 'body' | 'order' | 'url', boolean>>;
  }

  export class Polly {
    constructor(recordingName: string, options: PollyOptions);
    readonly adapters: ReadonlyMap<string, unknown>;
    readonly server: {
      any(): { on(event: 'beforePersist', listener: (request: PollyRequest, entry: object) => void): void };
    };
    stop(): Promise<void>;
  }
}

declare module '@pollyjs/adapter' {
  import type { Polly, PollyRequest } from '@pollyjs/core';

  export default class Adapter<Arguments> {
    static readonly id: string;
    constructor(polly: Polly);
    onConnect(): void;
    onDisconnect(): void;
    onRequest(request: PollyRequest<Arguments>): void;
    onFetchResponse(request: PollyRequest<Arguments>): Promise<{
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string | string[]>>;
      readonly body: string;
      readonly encoding?: string;
    }>;
    onRequestFailed(request: PollyRequest<Arguments>, error?: Error): Promise<void>;
    handleRequest(request: {
      readonly url: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string | string[]>>;
      readonly body: string;
      readonly requestArguments: Arguments;
    }): Promise<PollyRequest<Arguments>>;
  }
}

declare module '@pollyjs/persister' {
  import type { Polly } from '@pollyjs/core';

  export default class Persister {
    static readonly id: string;
    constructor(polly: Polly);
    readonly options: Readonly<Record<string, unknown>>;
    onFindRecording(recordingId: string): Promise<null>;
    onSaveRecording(recordingId: string, har: { readonly log: { readonly entries: readonly object[] } }): Promise<void>;
  }
}
