import { join } from 'node:path';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Capture, Ending, Header } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { RequestFacts } from '../../src/core/scenario.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { type CorpusRow, corpusBytes, corpusRows, trustedFraming } from './corpus.ts';

const eventStream: readonly Header[] = [['content-type', 'text/event-stream']];

/** Bytes as a client would have received them in one piece: status 200, an event stream, a clean end. */
export function captureOf(
  bytes: Uint8Array,
  given: { readonly status?: number; readonly headers?: readonly Header[]; readonly ending?: Ending } = {},
): Capture {
  const { status = 200, headers = eventStream, ending = 'clean' } = given;
  return { head: { status, headers }, chunks: bytes.length === 0 ? [] : [{ atMs: 0, bytes }], ending, endedAtMs: 0 };
}

/** The recordings of this package. */
export const ownRecordings: readonly Recording[] = loadRecordings({ path: join(packageRoot, 'recordings') });

export function recordedCapture({ script }: Recording): Capture {
  return {
    head: script.head,
    chunks: script.writes,
    ending: script.ending === 'stall' ? 'aborted' : script.ending,
    endedAtMs: 0,
  };
}

/** Who defines each dialect; the corpus has bodies of many others that speak it. */
const providers: Readonly<Partial<Record<DialectId, string>>> = {
  'anthropic-messages': 'anthropic',
  'openai-chat': 'openai',
};

/** Successful streams that a recorder took from the provider itself, with their framing. Empty without a corpus. */
export function providerStreams(dialect: DialectId): readonly CorpusRow[] {
  return corpusRows().filter(
    (row) =>
      row.dialect === dialect &&
      row.server === providers[dialect] &&
      row.stream &&
      row.httpStatus === 200 &&
      row.authenticity === 'recorded' &&
      trustedFraming(row),
  );
}

/** What the manifest knows of the request, as far as a contract asks for it. */
export function factsOf({ request }: CorpusRow): RequestFacts {
  const { n, include_usage: includeUsage, tool_choice: toolChoice, max_tokens: maxTokens } = request;
  return {
    ...(typeof n === 'number' ? { n } : {}),
    ...(typeof includeUsage === 'boolean' ? { includeUsage } : {}),
    ...(typeof toolChoice === 'string' ? { toolChoice } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
  };
}

export function corpusCapture(row: CorpusRow): Capture {
  return captureOf(corpusBytes(row), { headers: [['content-type', row.contentType ?? 'text/event-stream']] });
}

/** Ids of the must-issues of a reading, drift apart. */
export function mustIssueIds(reading: Pick<Reading, 'issues'>): readonly string[] {
  const musts = reading.issues.filter(({ level, topic }) => (level === 'BRK' || level === 'SPEC') && topic !== 'drift');
  return [...new Set(musts.map(({ id }) => id))];
}
