import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { joinChunks } from '../../../src/core/exchange.ts';
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { writeHar } from '../../../src/recording/write-har.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { ownRecordings } from '../../support/streams/law-streams.ts';

const recording =
  ownRecordings.find(({ dialect, name }) => dialect === 'openai-chat' && name === 'one-tool') ??
  expect.fail('no such recording');
const text = new TextDecoder().decode(joinChunks(recording.script.writes));
const markless = text.replace('data: [DONE]\n\n', '');

function write(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function har(traits?: readonly string[]): string {
  const script = { ...recording.script, writes: [{ atMs: 0, bytes: Buffer.from(markless) }] };
  const own: Recording = { ...recording, script, ...(traits === undefined ? {} : { traits }) };
  return write('one-tool.har', writeHar(own));
}

function lineOf(out: string): JsonObject {
  const parsed = parseJson(out);
  return parsed.ok && isObject(parsed.value) ? parsed.value : expect.fail(`not one JSON object: ${out}`);
}

describe('check', () => {
  test('says with which traits a refused stream would pass, as words and as data', async () => {
    const file = write('a.sse', markless);
    const { code, out } = await runHere(['check', file, '--dialect', 'openai-chat']);
    expect(code).toBe(1);
    expect(out).toContain('would pass with  --traits no-done\n');
    const { out: data } = await runHere(['check', file, '--dialect', 'openai-chat', '--json']);
    expect(lineOf(data)).toMatchObject({ wouldPassWith: ['no-done'] });
  });

  test('says nothing of traits where a stream passes, or where none would help', async () => {
    for (const sent of [text, text.slice(0, text.length >> 1)]) {
      const { out } = await runHere(['check', write('b.sse', sent), '--dialect', 'openai-chat']);
      expect(out).not.toContain('would pass');
      const { out: data } = await runHere(['check', write('b.sse', sent), '--dialect', 'openai-chat', '--json']);
      expect(lineOf(data)).not.toHaveProperty('wouldPassWith');
    }
  });

  test('reads with the traits that it is told, in one list or several', async () => {
    const broken = write('c.sse', markless.replace('"role":"assistant",', ''));
    const words = ['check', broken, '--dialect', 'openai-chat'];
    expect((await runHere([...words, '--traits', 'no-done'])).code).toBe(1);
    expect((await runHere([...words, '--traits', 'no-done, role-absent'])).code).toBe(0);
    expect((await runHere([...words, '--traits', 'no-done', '--traits', 'role-absent'])).code).toBe(0);
    const { out } = await runHere([...words, '--traits', 'no-done', '--json']);
    expect(lineOf(out)).toMatchObject({ wouldPassWith: ['role-absent'] });
  });

  test.each([
    ['no-dne', /did you mean no-done/],
    ['ids-rotate', /relaycert list traits|it has:/],
    ['', /no trait ""/],
  ])('takes an unknown trait for wrong usage: %j', async (name, hint) => {
    const { code, err } = await runHere(['check', write('d.sse', text), '--dialect', 'openai-chat', '--traits', name]);
    expect(code).toBe(2);
    expect(err).toMatch(/--traits: openai-chat has no trait/);
    expect(err).toMatch(hint);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('reads a HAR with the traits that it carries', async () => {
    expect((await runHere(['check', har()])).code).toBe(1);
    expect((await runHere(['check', har(['no-done'])])).code).toBe(0);
  });
});
