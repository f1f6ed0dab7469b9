import { describe, expect, test } from 'vitest';
import type { NeutralRequest, Turn } from '../../../src/core/scenario.ts';
import { type CaseFinder, caseHeader, tokenInMessage } from '../../../src/upstream/case-token.ts';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, messagesPath, script, withUpstream } from '../../support/exchange/upstream-case.ts';

const request = (...turns: Turn[]): NeutralRequest => ({
  model: 'm',
  stream: true,
  turns,
  tools: [],
  includeUsage: true,
  choices: 1,
});

describe('the token in the message', () => {
  test.each([
    ['stands alone on the last line', 'What is new?\n\nqwerty', 'qwerty'],
    ['may be the whole message', 'qwerty', 'qwerty'],
    ['survives what relays do to white space', 'What is new?\r\n  qwerty \n\n', 'qwerty'],
    ['is not a line with other words', 'What is new?\ntell me qwerty', undefined],
    ['is not a line with capitals or digits', 'What is new?\nQwerty1', undefined],
    ['is not an earlier line', 'qwerty\nWhat is new?', undefined],
    ['is not in an empty message', '', undefined],
  ])('%s', (_, text, token) => {
    expect(tokenInMessage(request({ role: 'user', text }))).toBe(token);
  });

  test('is looked for in the last user message, whatever follows it', () => {
    const turns: Turn[] = [
      { role: 'user', text: 'first' },
      { role: 'user', text: 'second' },
      { role: 'assistant', text: 'third', tools: [] },
      { role: 'tool', id: '1', result: 'fourth' },
    ];
    expect(tokenInMessage(request(...turns))).toBe('second');
    expect(tokenInMessage(request({ role: 'assistant', text: 'only', tools: [] }))).toBeUndefined();
  });
});

/** Sends one request without a token in its message; the statuses tell whether the case was found. */
async function ask(finder: CaseFinder, headers: Readonly<Record<string, string>>, others: CaseFinder[] = []) {
  let status = 0;
  await withUpstream(async ({ url, expect: expectCase }) => {
    expectCase('qwerty', () => script(['data: x\n\n']), finder);
    for (const other of others) {
      expectCase('other', () => script(['data: y\n\n']), other);
    }
    ({ status } = await rawRequest({ url, path: chatPath, headers, body: chatBody('No token here!') }).response);
  });
  return status;
}

describe('a case is found', () => {
  test.each([
    ['Chat', chatPath, chatBody('Hello\nqwerty')],
    [
      'Chat with parts',
      chatPath,
      JSON.stringify({ model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello\nqwerty' }] }] }),
    ],
    [
      'Messages',
      messagesPath,
      JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello\nqwerty' }] }),
    ],
    [
      'Messages with blocks',
      messagesPath,
      JSON.stringify({
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello\nqwerty' }] }],
      }),
    ],
  ])('by the last user message of a %s request', (_, path, body) =>
    withUpstream(async ({ url, expect: expectCase }) => {
      const journal = expectCase('qwerty', () => script(['data: x\n\n']), 'message');
      expectCase('another', () => script(['data: y\n\n']), 'single-flight');
      const answer = await rawRequest({ url, path, body }).response;
      expect(answer.body.toString()).toBe('data: x\n\n');
      expect(journal.attempts).toHaveLength(1);
    }),
  );

  test('by the header, unless the case is to be found by its message only', async () => {
    expect(await ask('header', { [caseHeader]: 'qwerty' })).toBe(200);
    expect(await ask('single-flight', { 'X-RelayCert-Case': 'qwerty' }, ['single-flight'])).toBe(200);
    expect(await ask('message', { [caseHeader]: 'qwerty' })).toBe(404);
  });

  test('by being the only one, if it allows that and really is', async () => {
    expect(await ask('single-flight', {})).toBe(200);
    expect(await ask('single-flight', {}, ['single-flight'])).toBe(404);
    expect(await ask('single-flight', {}, ['message'])).toBe(404);
    expect(await ask('header', {})).toBe(404);
  });

  test('by no finder once it is released', () =>
    withUpstream(async ({ url, expect: expectCase, strays }) => {
      expectCase('qwerty', () => script(['data: x\n\n']), 'single-flight').release();
      const { status } = await rawRequest({ url, path: chatPath, body: chatBody('qwerty') }).response;
      expect(status).toBe(404);
      expect(strays).toMatchObject([{ reason: 'no-case', dialect: 'openai-chat', method: 'POST', path: chatPath }]);
    }));
});

test('a token that is taken or not made of letters is refused', () =>
  withUpstream(async ({ expect: expectCase }) => {
    expectCase('qwerty', () => script([]), 'message');
    expect(() => expectCase('qwerty', () => script([]), 'message')).toThrow(/already expected/);
    expect(() => expectCase('Q1', () => script([]), 'message')).toThrow(/letters a to z/);
  }));
