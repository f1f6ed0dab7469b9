import type { DialectId } from '../core/dialect-ids.generated.ts';
import { UsageFault } from '../core/fault.ts';
import type { JsonValue } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import { type AskedEndpoint, matchEndpoint } from '../dialects/match-endpoint.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { type PlainExchange, plainExchanges } from '../recording/plain-har.ts';
import { factsOfRequest } from './asked-facts.ts';
import type { CapturedFile, CaptureOptions } from './captured-file.ts';
import { looksLikeBody } from './raw-capture.ts';

/** An exchange with the dialect that its address belongs to. */
interface Candidate {
  readonly exchange: PlainExchange;
  readonly endpoint: AskedEndpoint | undefined;
}

/**
 * The exchanges of a HAR of another program that are answers of a model: those whose address is an endpoint of the dialect
 * that was named, or of any. Where none is, a named dialect is that of every posted JSON.
 *
 * @throws UsageFault when there is none, or when the HAR does not hold the body of the only one
 */
export function plainHarFiles(
  value: JsonValue,
  file: string,
  dialect: DialectId | undefined,
  { mode }: CaptureOptions,
): readonly CapturedFile[] {
  const readers = dialect === undefined ? Object.values(dialects) : [dialects[dialect]];
  const posted = plainExchanges(value, file).filter(({ method }) => method === 'POST');
  const candidates = posted.map(
    (exchange): Candidate => ({ exchange, endpoint: matchEndpoint(exchange.path, readers) }),
  );
  const known = candidates.filter(({ endpoint }) => endpoint !== undefined);
  const others = dialect === undefined ? [] : candidates.filter(({ exchange }) => exchange.request !== undefined);
  const chosen = known.length > 0 ? known : others;
  if (chosen.length === 0) {
    throw new UsageFault(
      'no request in this HAR goes to an endpoint of a dialect',
      file,
      dialect === undefined ? 'name the dialect with --dialect' : 'save the exchange with the body of its request',
    );
  }
  const read = chosen.flatMap((candidate) => capturedExchange(candidate, file, chosen.length > 1, dialect, mode));
  if (read.length === 0) {
    throw new UsageFault(
      'this HAR holds no body of an answer',
      file,
      'save it with content, or save the body as an .sse or .json file',
    );
  }
  return read;
}

/** Nothing for an answer whose body was not kept: what it held is unknown, and an empty body would be blamed for it. */
function capturedExchange(
  { exchange, endpoint }: Candidate,
  file: string,
  oneOfSeveral: boolean,
  named: DialectId | undefined,
  wanted: Mode | undefined,
): readonly CapturedFile[] {
  const { head, body, size, request, ending, witnessed, place } = exchange;
  const dialect = endpoint?.dialect ?? named;
  if (dialect === undefined || (head !== undefined && body === undefined)) {
    return [];
  }
  const bytes = body ?? new Uint8Array(0);
  const { match } = dialects[dialect].request;
  const asked = request === undefined ? match(exchange.path)?.mode : endpoint?.read(request).mode;
  const streamed = request?.['stream'];
  const mode =
    wanted ??
    asked ??
    (typeof streamed === 'boolean' ? (streamed ? 'stream' : 'body') : looksLikeBody(file, bytes) ? 'body' : 'stream');
  return [
    {
      file: oneOfSeveral ? place : file,
      dialect,
      mode,
      capture: {
        ...(head === undefined ? {} : { head }),
        chunks: bytes.length === 0 ? [] : [{ atMs: 0, bytes }],
        ending,
        endedAtMs: 0,
      },
      facts: request === undefined ? {} : factsOfRequest(dialect, request, mode),
      traits: [],
      ...(size === undefined ? {} : { size }),
      witnessed,
    },
  ];
}
