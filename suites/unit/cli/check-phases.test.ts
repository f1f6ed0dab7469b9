import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const response: JsonObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  background: true,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: 'm',
  output: [],
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: null,
  metadata: {},
};

function write(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function stream(...events: readonly JsonObject[]): string {
  return events
    .map((event, index) => ({ ...event, sequence_number: index }))
    .map((event: JsonObject) => `event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

const check = (file: string) => runHere(['check', file, '--dialect', 'openai-responses']);

describe('an answer that its provider calls neither whole nor failed', () => {
  test.each([
    ['cancelled', 'the provider says cancelled'],
    ['queued', 'the provider says that it is still to come'],
    ['in_progress', 'the provider says that it is still to come'],
  ])('is not whole, and the line says why: %s', async (status, words) => {
    const { code, out } = await check(write('a.json', JSON.stringify({ ...response, status })));
    expect(code).toBe(1);
    expect(out).toContain(` · ${words} · `);
    expect(out).not.toContain('MUST');
  });

  test('is told in a stream, too', async () => {
    const running = { ...response, status: 'in_progress' };
    const text = stream(
      { type: 'response.created', response: running },
      { type: 'response.in_progress', response: running },
      { type: 'response.cancelled', response: { ...response, status: 'cancelled' } },
    );
    const { code, out } = await check(write('a.sse', text));
    expect(code).toBe(1);
    expect(out).toContain('the provider says cancelled');
  });

  test('is a quiet close where nobody asked for it in the background', async () => {
    const { out } = await check(write('a.json', JSON.stringify({ ...response, status: 'queued', background: false })));
    expect(out).toContain('MUST    any/terminal/exactly-one');
  });
});

describe('a stream that begins in the middle', () => {
  const ended = { ...response, status: 'completed', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } };
  const text = stream(
    { type: 'response.created', response: { ...response, status: 'queued' } },
    { type: 'response.queued', response: { ...response, status: 'queued' } },
    { type: 'response.in_progress', response: { ...response, status: 'in_progress' } },
    { type: 'response.completed', response: ended },
  );
  const rest = text.split('\n\n').slice(2).join('\n\n');

  test('is read as one that was resumed where its request is not known, and the hint says so', async () => {
    const { code, out } = await check(write('rest.sse', rest));
    expect(out).toContain('complete as far as the file shows');
    expect(out).toContain('hint  it begins in the middle, so it is read as one that was resumed after event 1');
    expect(code).toBe(0);
  });

  test('is one that lost its beginning where its request says that it was not resumed', async () => {
    const request = write('request.json', '{"model":"m","input":"x","stream":true}');
    const flags = ['--dialect', 'openai-responses', '--request', request];
    const { code, out } = await runHere(['check', write('rest.sse', rest), ...flags]);
    expect(code).toBe(1);
    expect(out).toContain('state.start.response.in_progress');
  });
});
