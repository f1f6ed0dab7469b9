import { join } from 'node:path';
import { loadContract } from '../../../src/contract/load.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { type Capture, type Ending, type Header, isRefusal, joinChunks } from '../../../src/core/exchange.ts';
import { isArray } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { Reading } from '../../../src/core/reading.ts';
import type { RequestFacts } from '../../../src/core/scenario.ts';
import { resumedAfter } from '../../../src/outcome/resumed-after.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { type CorpusRow, corpusBytes } from '../corpus/corpus.ts';
import { dialectSamples } from '../dialects.generated.ts';

const eventStream: readonly Header[] = [['content-type', 'text/event-stream']];

/** Bytes as a client would have received them in one piece: status 200, an event stream, a clean end. */
export function captureOf(
  bytes: Uint8Array,
  given: { readonly status?: number; readonly headers?: readonly Header[]; readonly ending?: Ending } = {},
): Capture {
  const { status = 200, headers = eventStream, ending = 'clean' } = given;
  return { head: { status, headers }, chunks: bytes.length === 0 ? [] : [{ atMs: 0, bytes }], ending, endedAtMs: 0 };
}

/**
 * The whole answers among the recordings of this package. What a relay said stands outside the laws: it documents that
 * relay. So do answers that the client left, and refusals.
 */
export const ownRecordings: readonly Recording[] = loadRecordings({ path: join(packageRoot, 'recordings') }).filter(
  ({ provenance, aborted, script }) =>
    provenance !== 'captured-relay' && aborted !== true && !isRefusal(script.head.status),
);

export function recordedCapture({ script }: Recording): Capture {
  return {
    head: script.head,
    chunks: script.writes,
    ending: script.ending === 'stall' ? 'aborted' : script.ending,
    endedAtMs: 0,
  };
}

/** What the manifest knows of the request, as far as a contract asks for it. */
export function factsOf(row: CorpusRow): RequestFacts {
  const { request } = row;
  const dialect = dialectIds.find((id) => dialectSamples[id].corpus?.speaks(row) === true);
  const startingAfter = dialect === undefined || !row.stream ? undefined : resumedAfter(dialect, corpusCapture(row));
  const { n, include_usage: includeUsage, tool_choice: toolChoice, max_tokens: maxTokens, modalities } = request;
  return {
    ...(startingAfter === undefined ? {} : { startingAfter }),
    ...(typeof n === 'number' ? { n } : {}),
    ...(typeof includeUsage === 'boolean' ? { includeUsage } : {}),
    ...(typeof toolChoice === 'string' ? { toolChoice } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    ...(isArray(modalities) ? { modalities: modalities.filter((word) => typeof word === 'string') } : {}),
  };
}

export function corpusCapture(row: CorpusRow): Capture {
  if (row.httpStatus === undefined) {
    // What was not recorded is not known: an error may have come with any status.
    const { head: _, ...unknown } = captureOf(corpusBytes(row));
    return unknown;
  }
  const { httpStatus: status, contentType = row.stream ? 'text/event-stream' : 'application/json' } = row;
  return captureOf(corpusBytes(row), { status, headers: [['content-type', contentType]] });
}

/**
 * The offset at which a stream has its whole terminal event, blank line included; `undefined` where it has none. Where no
 * terminal event is needed, the finish reason that was the last one missing is it.
 */
export function terminalEnd(
  { dialect, frames, events, capture }: Reading,
  traits: readonly string[] = [],
): number | undefined {
  const { isTerminal, terminal: times } = dialectSamples[dialect];
  const terminals = frames.filter(({ data, terminated }) => terminated && isTerminal(data));
  const terminal = terminals.at(times === 'repeatable' ? -1 : 0);
  const end = (traits.includes('no-done') ? frames[lastFirstFinish(events)] : terminal)?.span[1];
  if (end === undefined) {
    return undefined;
  }
  const bytes = joinChunks(capture.chunks);
  const tailDispatched = loadContract(dialect, traits).contract.wire.tail === 'dispatched';
  if (tailDispatched && end === bytes.length) {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\r\n]+$/, '').length;
  }
  // The CR of a last CRLF ends the line already.
  return bytes[end - 2] === 0x0d ? end - 1 : end;
}

/** The frame with which every choice had a finish reason; -1 where none has. */
function lastFirstFinish(events: Reading['events']): number {
  const first = new Map<number, number>();
  for (const event of events) {
    if (event.kind === 'finish.reported' && !first.has(event.choice)) {
      first.set(event.choice, event.frame);
    }
  }
  return Math.max(-1, ...first.values());
}

/**
 * Where to cut a stream: at every byte where it is no longer than `everyByte`, else around every end of a frame and at
 * `random` other places. Always before `end`.
 */
export function cutsOf(
  reading: Reading,
  end: number,
  { everyByte, random }: { readonly everyByte: number; readonly random: number },
): readonly number[] {
  if (end <= everyByte) {
    return Array.from({ length: end }, (_, cut) => cut);
  }
  const chance = createRandom(`cuts ${end}`);
  const around = reading.frames.flatMap(({ span: [, to] }) => [to - 2, to - 1, to, to + 1]);
  const others = Array.from({ length: random }, () => chance.integer(end));
  return [...new Set([0, end - 1, ...around, ...others])].filter((cut) => cut >= 0 && cut < end);
}

/** Ids of the must-issues of a reading, drift apart. */
export function mustIssueIds(reading: Pick<Reading, 'issues'>): readonly string[] {
  const musts = reading.issues.filter(({ level, topic }) => (level === 'BRK' || level === 'SPEC') && topic !== 'drift');
  return [...new Set(musts.map(({ id }) => id))];
}
