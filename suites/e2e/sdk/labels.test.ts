import { describe, expect, onTestFinished, test } from 'vitest';
import { issueIds } from '../../../src/contract/issue-ids.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { isMustLevel } from '../../../src/core/issue.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';
import { geminiGenerateSdk } from '../../support/sdk/readers/gemini-generate.ts';
import { ollamaChatSdk } from '../../support/sdk/readers/ollama-chat.ts';
import { openaiChatSdk } from '../../support/sdk/readers/openai-chat.ts';
import { openaiResponsesSdk } from '../../support/sdk/readers/openai-responses.ts';
import type { SdkReader } from '../../support/sdk/readers/reader.ts';

const readers = [anthropicMessagesSdk, geminiGenerateSdk, ollamaChatSdk, openaiChatSdk, openaiResponsesSdk];

type Way = 'iterator' | 'body';

async function readBy(reader: SdkReader, way: Way, script: WireScript) {
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => script });
  onTestFinished(upstream.close);
  return reader[way]({ baseUrl: upstream.url, headers: {} });
}

function labelled(script: WireScript, type: string): WireScript {
  return { ...script, head: { status: 200, headers: [['content-type', type]] } };
}

describe.each(readers)('the official SDK $sdk of $dialect', (reader) => {
  const { streams, body, errorBody } = dialectSamples[reader.dialect];
  const stream = streams['short-text'];
  const issues = issueIds(loadContract(reader.dialect).contract);
  const isMust = (id: string) => isMustLevel(issues.get(id)?.level ?? 'TOL');
  const error = labelled({ ...body, writes: [{ atMs: 0, bytes: Buffer.from(errorBody) }] }, 'application/json');

  test('reads a stream whatever its label says, so the label is no must', async () => {
    expect(isMust('head.stream-type')).toBe(false);
    expect(await readBy(reader, 'iterator', labelled(stream, 'text/html'))).toEqual(
      await readBy(reader, 'iterator', stream),
    );
  });

  test('loses a body under another label exactly where the label is a must', async () => {
    const whole = await readBy(reader, 'body', body);
    const read = await readBy(reader, 'body', labelled(body, 'text/plain')).catch(() => 'thrown');
    expect(JSON.stringify(read) !== JSON.stringify(whole)).toBe(isMust('head.body-type'));
  });

  test('does not throw at a bare error under a status of success exactly where that is a must', async () => {
    const read = await readBy(reader, 'iterator', error).then(
      () => 'read',
      (fault: unknown) => (String(fault).includes('Busy') ? 'told' : 'lost'),
    );
    expect(read !== 'told').toBe(isMust('event.error-body-in-stream'));
  });

  test('does not tell the user of an error in a body under a status of success, which is a must', async () => {
    expect(isMust('error.under-success')).toBe(true);
    const read = await readBy(reader, 'body', error).then(
      () => 'read',
      (fault: unknown) => (String(fault).includes('Busy') ? 'told' : 'lost'),
    );
    expect(read).not.toBe('told');
  });
});
