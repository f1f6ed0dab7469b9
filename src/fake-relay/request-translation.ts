import type { DialectId } from '../core/dialect-ids.generated.ts';
import { dialectIds } from '../core/dialect-ids.generated.ts';
import type { StreamFraming } from '../core/frame.ts';
import type { JsonObject } from '../core/json.ts';
import type { RequestMutation } from '../core/mutation.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest } from '../core/scenario.ts';
import { dialects } from '../dialects/registry.generated.ts';

/** Path prefix that tells the reference relay which upstream dialect to use: `/to/openai-chat/v1/messages`. */
export function routePrefix(upstream: DialectId): string {
  return `/to/${upstream}`;
}

export interface ClientRequest {
  readonly client: DialectId;
  readonly upstream: DialectId;
  readonly mode: Mode;
  /** The framing that the request asks for, if it asks for one. */
  readonly framing?: StreamFraming;
  readonly neutral: NeutralRequest;
  readonly body: JsonObject;
}

/** What a client asked for, or undefined where the path names no route of the reference relay. */
export function readClientRequest(path: string, body: JsonObject): ClientRequest | undefined {
  const upstream = dialectIds.find((id) => path.startsWith(`${routePrefix(id)}/`));
  if (upstream === undefined) {
    return undefined;
  }
  const rest = path.slice(routePrefix(upstream).length);
  for (const client of dialectIds) {
    const match = dialects[client].request.match(rest);
    if (match !== undefined) {
      const neutral = dialects[client].request.read(body, rest);
      const mode = match.mode ?? (neutral.stream ? 'stream' : 'body');
      const { framing } = match;
      return { client, upstream, mode, ...(framing === undefined ? {} : { framing }), neutral, body };
    }
  }
  return undefined;
}

export interface UpstreamRequest {
  readonly path: string;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly neutral: NeutralRequest;
}

/**
 * What the relay asks its upstream: the client's own body on a same-dialect route, else the same request in the other
 * dialect. `undefined` when a breakage keeps it from asking at all.
 */
export function toUpstreamRequest(request: ClientRequest, breakage?: RequestMutation): UpstreamRequest | undefined {
  const { upstream, client, mode } = request;
  const neutral = breakage === undefined ? request.neutral : breakage.apply(request.neutral);
  if (neutral === undefined) {
    return undefined;
  }
  const { path, build, headers } = dialects[upstream].request;
  const verbatim = client === upstream && breakage === undefined;
  return {
    path: path(neutral.model, mode),
    body: verbatim ? request.body : build(neutral),
    headers: headers('relaycert-reference'),
    neutral,
  };
}
