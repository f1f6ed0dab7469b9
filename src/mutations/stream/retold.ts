import type { DialectId } from '../../core/dialect-ids.generated.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import type { Capture, Chunk, WireScript } from '../../core/exchange.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { Mode } from '../../core/route.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { streamFormat } from '../../dialects/stream-format.ts';
import { readCapture } from '../../outcome/read-capture.ts';
import { createFrameWriter } from '../../wire/frame-writer.ts';
import { createEvent, type EventScript, withoutLength, writeEvents } from './event-script.ts';
import { reportedUsages } from './turn.ts';
import { type EventVariants, only } from './variants.ts';

/** Another telling of the same steps. Events keep their frame, which says when they were due. */
export type Retelling = (events: readonly DomainEvent[]) => readonly DomainEvent[];

/** The error that a script reports, if it reports one. */
export function errorIn({ dialect, form, script }: EventScript): ReportedError | undefined {
  return readCapture(dialect, form, captureOf(script), { drift: false }).outcome.error;
}

/**
 * The script as a relay would write it that has understood every step and tells some of them otherwise: the events are
 * read, changed, and written again by the encoder of the dialect. Its order, its numbers and its repetitions are right.
 * A document that is no answer stays as it is.
 */
export function retold(source: EventScript, retell: Retelling): WireScript {
  const { dialect, form, script } = source;
  const { events, frames, outcome } = readCapture(dialect, form, captureOf(script), { drift: false });
  if (form === 'body' && outcome.phase !== 'completed') {
    return script;
  }
  const options = {
    id: outcome.id ?? 'relaycert',
    model: outcome.model ?? 'relaycert',
    created: 0,
    includeUsage: reportedUsages(source).length > 0,
    logprobsShareEvents: true,
  };
  const encoder = dialects[dialect].createEncoder(options);
  const usual = streamFormat(dialects[dialect]);
  const writer = createFrameWriter(form === 'body' ? usual.style : source.style);
  const writes: Chunk[] = [];
  let atMs = 0;
  const write = (bytes: Uint8Array): void => {
    if (bytes.length > 0) {
      writes.push({ atMs, bytes });
    }
  };
  for (const event of retell(events)) {
    atMs = Math.max(atMs, frames[event.frame]?.atMs ?? 0);
    for (const frame of encoder.push(event)) {
      write(writer.write(frame));
    }
  }
  write(writer.end());
  if (form === 'stream') {
    return { head: withoutLength(script.head), writes, ending: script.ending };
  }
  // A body holds what its stream would have added up to.
  const told = readCapture(dialect, 'stream', {
    head: { status: 200, headers: Object.entries(usual.headers) },
    chunks: writes,
    ending: 'clean',
    endedAtMs: atMs,
  });
  const body = dialects[dialect].encodeBody(told.outcome, options);
  return writeEvents(source, [createEvent(source, { data: JSON.stringify(body) })]);
}

/**
 * The single variant that tells the steps otherwise, if that is another answer. Nothing can be told otherwise that the
 * dialect has no place for.
 */
export function retoldBy(source: EventScript, retell: Retelling, otherwise: string): EventVariants {
  const answer = (change: Retelling): string => answerOf(source.dialect, source.form, retold(source, change));
  return answer(retell) === answer((events) => events) ? otherwise : only((given) => retold(given, retell));
}

/** What a script answers, in one text. */
function answerOf(dialect: DialectId, form: Mode, script: WireScript): string {
  const { outcome } = readCapture(dialect, form, captureOf(script), { drift: false });
  const { choices, usage, error } = outcome;
  return JSON.stringify({ choices, usage, error });
}

function captureOf({ head, writes, ending }: WireScript): Capture {
  return { head, chunks: writes, ending: ending === 'stall' ? 'aborted' : ending, endedAtMs: 0 };
}
