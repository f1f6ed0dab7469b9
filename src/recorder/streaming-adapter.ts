import Adapter from '@pollyjs/adapter';
import type { PollyRequest } from '@pollyjs/core';
import type { Header } from '../core/exchange.ts';
import { openTap, type Tap, type TapOptions, type Tapped } from './tap.ts';

/** What travels with a request through Polly.js. */
export interface TappedRequest {
  readonly options: TapOptions;
  /** Called as soon as the request has left. */
  readonly opened: (tap: Tap) => void;
  /** Called when it has ended, however it ended. */
  readonly ended: (tapped: Tapped) => void;
  /** Called with the reason why it could not be sent or recorded. */
  readonly failed: (error: Error) => void;
}

/**
 * Lets Polly.js record streams. Bytes reach their reader as they come, and Polly.js gets what was kept of them at the
 * end. An answer that broke off is still an answer, but one without a head is not.
 */
export class StreamingAdapter extends Adapter<TappedRequest> {
  static override get id(): string {
    return 'relaycert-stream';
  }

  override onConnect(): void {}

  override onDisconnect(): void {}

  override async onFetchResponse({ requestArguments }: PollyRequest<TappedRequest>) {
    const tap = openTap(requestArguments.options);
    requestArguments.opened(tap);
    const tapped = await tap.ended;
    requestArguments.ended(tapped);
    if (tapped.head === undefined) {
      throw new NoAnswer();
    }
    // There is no body here: the entry gets the tapped bytes, which a text of Polly.js cannot hold.
    return { statusCode: tapped.head.status, headers: groupHeaders(tapped.head.headers), body: '' };
  }

  override async onRequestFailed(request: PollyRequest<TappedRequest>, error?: Error): Promise<void> {
    if (error !== undefined && !(error instanceof NoAnswer)) {
      request.requestArguments.failed(error);
    }
  }
}

/** Keeps Polly.js from recording an exchange that did not happen. */
class NoAnswer extends Error {}

/** Headers in the form that Polly.js takes: one value or several per name. */
export function groupHeaders(headers: readonly Header[]): Readonly<Record<string, string | string[]>> {
  const groups = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...groups].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
