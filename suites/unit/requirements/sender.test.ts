import { describe, expect, it } from 'vitest';
import { judgeStream } from '../../../src/certify/judge/judge-stream.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../../src/core/exchange.ts';
import type { Sender } from '../../../src/core/issue.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';

/** Those whose contract says which readers break. */
const sse = dialectIds.filter((dialect) =>
  Object.hasOwn(loadContract(dialect).contract.issues, 'wire.event-without-data'),
);

/** A whole stream of the dialect with a block behind its first event, as this sender's. */
function judged(dialect: DialectId, block: string, sender: Sender) {
  const { head, writes } = dialectSamples[dialect].streams['short-text'];
  const text = Buffer.from(joinChunks(writes)).toString('utf8');
  const gap = text.includes('\r\n') ? '\r\n\r\n' : '\n\n';
  const end = text.indexOf(gap) + gap.length;
  const bytes = Buffer.from(text.slice(0, end) + block + gap + text.slice(end));
  const capture = { head, chunks: [{ atMs: 0, bytes }], ending: 'clean', endedAtMs: 0 } as const;
  const reading = readCapture(dialect, 'stream', capture, { sender });
  const { findings } = judgeStream(reading);
  return {
    integrity: reading.outcome.integrity,
    findings: findings.map(({ severity, requirement, cause }) => `${severity} ${requirement} ${cause}`),
    sources: findings.map(({ source }) => source?.text ?? ''),
  };
}

describe.each(sse)('a block without data in a stream of %s', (dialect) => {
  it.each([
    ['retry: 3000', 'wire.field-without-data'],
    ['id: 3', 'wire.field-without-data'],
    ['event: keepalive', 'wire.event-without-data'],
  ])(
    'that holds %j is a should of an upstream and a must of a relay, and the answer is whole for both',
    (block, id) => {
      const upstream = judged(dialect, block, 'upstream');
      expect(upstream).toMatchObject({ integrity: 'complete', findings: [`should any/contract/as-observed ${id}`] });
      expect(upstream.sources.join()).toMatch(/openai for (?:Node\.js|Python)|readers/);
      expect(judged(dialect, block, 'relay')).toEqual({
        ...upstream,
        findings: [`must any/framing/well-formed ${id}`],
      });
    },
  );

  it.each(['{"error":{"message":"overloaded"}}', 'Data: {"lost":true}', 'upstream timed out'])(
    'or with %j in place of data is refused, whoever sent it',
    (line) => {
      for (const sender of ['upstream', 'relay'] as const) {
        expect(judged(dialect, line, sender).findings.join()).toContain(
          'must any/framing/well-formed wire.foreign-bytes',
        );
      }
    },
  );
});
