import { pointerPath } from '../contract/grammar/pointer.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { parseJson } from '../core/json.ts';
import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { ReportedError } from '../core/reported-error.ts';
import { dialects } from '../dialects/registry.generated.ts';
import type { EncodableFrame } from '../wire/sse-encoder.ts';
import { contractOf } from './stream/contract-words.ts';
import { noSuccess } from './stream/cut.ts';
import { createEvent, type EventScript, writeEvents } from './stream/event-script.ts';
import { spread, wholeNumbers } from './stream/positions.ts';
import { placesOf, terminalAt } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * The provider reports an error inside a 200 and ends the stream, Chat without `[DONE]`. The label is the error's type, or
 * `error` where it has none, and the number of events before it: `overloaded_error@3`.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'error-event',
  title: 'An error event ends the stream.',
  source: { text: 'T05 and T06: an error inside a stream', doc: 'docs/faults.md#t05' },
  stimulus: 'fault',
  pairwise: true,
  breakage: 'fault',
  variants: forStreams((source, extent) => {
    const terminal = terminalAt(source);
    if (terminal < 0) {
      return noSuccess;
    }
    const errors = documentedErrors(source.dialect);
    return spread(wholeNumbers(0, terminal), extent).flatMap((count) =>
      (extent === 'one' ? spread(errors, 'one') : errors).map((error) => ({
        label: `${error.type ?? 'error'}@${count}`,
        position: count,
        apply: (given) => {
          const before = given.events.slice(0, Math.min(count, terminalAt(given)));
          const errorEvents = errorFrames(given, error).map((frame) => createEvent(given, frame));
          return writeEvents(given, [...before, ...errorEvents], { ending: 'clean' });
        },
      })),
    );
  }),
};

/**
 * The types that a dialect writes itself. Its contract knows more, which only compatible servers send. Where errors have no
 * type, there is one error.
 */
function documentedErrors(dialect: DialectId): readonly ReportedError[] {
  const { errors } = contractOf(dialect);
  const word = ['error', ...pointerPath(errors.type)];
  const typed = Object.entries(errors.byType)
    .map(([type, meaning]): ReportedError => {
      return { origin: 'provider', class: meaning, type, message: `The provider reports ${type}.` };
    })
    .filter((error) => textAt(dialects[dialect].encodeError(error).body, word) === error.type);
  return typed.length > 0
    ? typed
    : [{ origin: 'provider', class: 'server', message: 'The provider reports an error.' }];
}

/** Written by the dialect's own encoder, without the beginning of a response that some dialects put before an error. */
function errorFrames({ dialect, events }: EventScript, error: ReportedError): readonly EncodableFrame[] {
  const id = events
    .map((event) => textAt(event.json, placesOf({ dialect }).read(event).id))
    .find((found) => found !== '');
  const encoder = dialects[dialect].createEncoder({ id: id ?? '', model: '', created: 0, includeUsage: true });
  const frames = encoder.push({ kind: 'error.reported', error });
  return frames.slice(frames.findIndex(({ data = '' }) => isError(dialect, data)));
}

function isError(dialect: DialectId, data: string): boolean {
  const parsed = parseJson(data);
  return parsed.ok && placesOf({ dialect }).read({ data, json: parsed.value }).kind === 'error';
}
