import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { StreamFraming } from '../core/frame.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest } from '../core/scenario.ts';
import type { Dialect } from './dialect.ts';

/** The parts of a dialect that a server needs: to match a path, and to read a request. */
export type RequestReader = {
  readonly id: DialectId;
  readonly request: Pick<Dialect['request'], 'match' | 'read'>;
};

/** A request path that belongs to a dialect. */
export interface AskedEndpoint {
  readonly dialect: DialectId;
  /** Framing of the stream that is asked for, if the path says it. */
  readonly framing?: StreamFraming;
  readonly read: (body: JsonObject) => { readonly neutral: NeutralRequest; readonly mode: Mode };
}

/** The endpoint of the first dialect that the path belongs to. */
export function matchEndpoint(path: string, readers: readonly RequestReader[]): AskedEndpoint | undefined {
  for (const { id, request } of readers) {
    const match = request.match(path);
    if (match !== undefined) {
      return {
        dialect: id,
        ...(match.framing === undefined ? {} : { framing: match.framing }),
        read: (body) => {
          const neutral = request.read(body, path);
          return { neutral, mode: match.mode ?? (neutral.stream ? 'stream' : 'body') };
        },
      };
    }
  }
  return undefined;
}
