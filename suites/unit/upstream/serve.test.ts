import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/upstream/journal.ts';
import { createRecordingAnswer, recordingModel, type ServableRecording } from '../../../src/upstream/serve.ts';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, messagesPath, script, withUpstream } from '../../support/exchange/upstream-case.ts';

const recordings: readonly ServableRecording[] = [
  { name: 'first', dialect: 'openai-chat', mode: 'stream', script: script(['data: first\n\n']) },
  { name: 'second', dialect: 'openai-chat', mode: 'stream', script: script(['data: second\n\n']) },
  { name: 'whole', dialect: 'openai-chat', mode: 'body', script: script(['{"whole":true}']) },
];

const entries: JournalEntry[] = [];
const served = (use: (ask: (path: string, body: string) => Promise<string>) => Promise<void>) =>
  withUpstream(
    ({ url }) =>
      use(async (path, body) => {
        const response = await rawRequest({ url, path, body }).response;
        return `${response.status} ${response.body}`;
      }),
    { otherwise: createRecordingAnswer(recordings), onEntry: (entry) => entries.push(entry) },
  );

test('the model name chooses the recording, also behind a provider that a relay puts before it', () =>
  served(async (ask) => {
    expect(await ask(chatPath, chatBody('hi', { model: recordingModel('second') }))).toBe('200 data: second\n\n');
    expect(await ask(chatPath, chatBody('hi', { model: 'fake/recording:second' }))).toBe('200 data: second\n\n');
  }));

test('any other model gets the first recording of its dialect and mode', () =>
  served(async (ask) => {
    expect(await ask(chatPath, chatBody('hi'))).toBe('200 data: first\n\n');
    expect(await ask(chatPath, chatBody('hi', { stream: false }))).toBe('200 {"whole":true}');
  }));

test('where there is none, a 404 names what there is', () =>
  served(async (ask) => {
    const unknown = await ask(chatPath, chatBody('hi', { model: recordingModel('third') }));
    expect(unknown).toMatch(/^404 .*no recording \\"third\\" for openai-chat in mode stream; available: first, second/);
    const messages = JSON.stringify({
      model: 'm',
      max_tokens: 1,
      stream: true,
      messages: [{ role: 'user', content: 'x' }],
    });
    expect(await ask(messagesPath, messages)).toMatch(/^404 .*no recording for anthropic-messages .*available: none/);
  }));

test('whoever serves is told of each answer', () =>
  served(async (ask) => {
    entries.length = 0;
    await ask(chatPath, chatBody('hi'));
    await expect
      .poll(() => entries.map(({ request, written }) => [request.neutral.model, written.ending]))
      .toEqual([['some-model', 'clean']]);
  }));
