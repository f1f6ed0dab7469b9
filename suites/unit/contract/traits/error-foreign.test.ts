import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../../../src/core/exchange.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { dialectSamples } from '../../../support/dialects.generated.ts';
import { captureOf, mustIssueIds } from '../../../support/streams/law-streams.ts';
import { streamHeaders } from '../../../support/streams/stream-bytes.ts';

const json = [['content-type', 'application/json']] as const;

const envelopes = [
  ['nested', '{"error":{"message":"Model gone","type":"not_here"}}'],
  ['text', '{"error":"Model gone"}'],
  ['text', '{"error":"Model gone","error_type":"validation"}'],
  ['flat', '{"object":"error","message":"Model gone","type":"NotFoundError","param":null,"code":404}'],
  ['flat', '{"message":"Model gone","code":"1211"}'],
  ['flat', '{"type":"invalid_request_error","message":"Model gone"}'],
  ['flat', '{"message":"Model gone"}'],
  ['detail', '{"detail":"Model gone"}'],
  ['detail', '{"detail":[{"type":"missing","loc":["body","messages"],"msg":"Model gone"}]}'],
  ['list', '{"errors":[{"code":7003,"message":"Model gone"}],"success":false}'],
  ['list', '[{"error":{"message":"Model gone"}}]'],
] as const;

/** The envelopes that are not the dialect's own, as its trait says; what is wrong inside its own is a breach of their schema. */
function foreignTo(dialect: DialectId): (typeof envelopes)[number][] {
  const { allow = [] } = loadContract(dialect).contract.traits['error-foreign'] ?? {};
  return envelopes.filter(([kind]) => allow.some(({ issue }) => issue === `error.envelope.${kind}`));
}

/** Musts, and envelopes that the SDK reads all the same. */
function breachIds(reading: Reading): readonly string[] {
  return reading.issues.filter(({ level }) => level !== 'TOL').map(({ id }) => id);
}

const speaking = dialectIds.filter((dialect) => foreignTo(dialect).length > 0);

describe.each(speaking)('an error for %s in another envelope', (dialect) => {
  const foreign = foreignTo(dialect);
  const read = (text: string, status: number, traits: readonly string[]): Reading =>
    readCapture(dialect, 'body', captureOf(Buffer.from(text), { status, headers: [...json] }), { traits });

  it.each(foreign)('is one, and its envelope is named: %s %s', (kind, text) => {
    const reading = read(text, 404, []);
    expect(reading.outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      choices: [],
      error: { message: 'Model gone', status: 404 },
    });
    expect(breachIds(reading)).toEqual([`error.envelope.${kind}`]);
    expect(breachIds(read(text, 404, ['error-foreign']))).toEqual([]);
  });

  it('is one in the middle of a stream, which it ends as failed', () => {
    const { framing } = dialects[dialect].streams[0].style;
    const whole = Buffer.from(joinChunks(dialectSamples[dialect].streams['short-text'].writes)).toString('utf8');
    const gap = framing === 'sse' ? /\r?\n\r?\n/ : /\n/;
    const first = whole.slice(0, (gap.exec(whole)?.index ?? 0) + (gap.exec(whole)?.[0].length ?? 0));
    const [kind = '', text = ''] = foreign.find(([name]) => name === 'detail') ?? [];
    const block = framing === 'sse' ? `event: error\ndata: ${text}\n\n` : `${text}\n`;
    const line =
      dialect === 'openai-chat' || dialect === 'gemini-generate' ? block.replace('event: error\n', '') : block;
    const capture = captureOf(Buffer.from(first + line), { headers: streamHeaders(dialect) });
    const reading = readCapture(dialect, 'stream', capture);
    expect(reading.outcome).toMatchObject({ phase: 'failed', error: { message: 'Model gone' } });
    expect(mustIssueIds(reading)).toContain(`error.envelope.${kind}`);
  });

  it('is not seen in answers, in events of other names, or in errors of the dialect', () => {
    const { body, streams, errorBody } = dialectSamples[dialect];
    const answers = [
      captureOf(joinChunks(body.writes), { headers: [...json] }),
      captureOf(Buffer.from(errorBody), { status: 503, headers: [...json] }),
    ].map((capture) => readCapture(dialect, 'body', capture));
    const stream = captureOf(joinChunks(streams['one-tool'].writes), { headers: streamHeaders(dialect) });
    for (const reading of [...answers, readCapture(dialect, 'stream', stream)]) {
      expect(mustIssueIds(reading).filter((id) => id.startsWith('error.'))).toEqual([]);
    }
    for (const text of [
      '{"type":"keepalive","message":"still here","code":1}',
      '{"message":7}',
      '{"detail":true}',
      '{}',
    ]) {
      expect(mustIssueIds(read(text, 200, [])).filter((id) => id.startsWith('error.envelope'))).toEqual([]);
    }
  });
});
