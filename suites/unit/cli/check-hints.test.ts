import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../../src/core/exchange.ts';
import { isObject, parseJson } from '../../../src/core/json.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const textOf = (dialect: DialectId): string =>
  Buffer.from(joinChunks(dialectSamples[dialect].streams['one-tool'].writes)).toString('utf8');

async function check(dialect: DialectId, text: string, ...flags: readonly string[]) {
  const path = join(temporaryFolder(), 'answer.txt');
  writeFileSync(path, text);
  const { code, out } = await runHere(['check', path, '--dialect', dialect, ...flags]);
  return { code, out, hints: out.split('\n').filter((line) => line.startsWith('  hint  ')) };
}

describe.each(dialectIds)('a hint for an answer of %s', (dialect) => {
  test('is absent where it passes', async () => {
    expect((await check(dialect, textOf(dialect))).hints).toEqual([]);
  });

  test.each(dialectIds.filter((other) => other !== dialect))(
    'names the dialect where it is read as %s',
    async (other) => {
      const { code, hints } = await check(other, textOf(dialect));
      if (code !== 0) {
        expect(hints).toEqual([`  hint  as ${dialect} it passes: --dialect ${dialect}`]);
      }
    },
  );

  test('names the mode in which it passes, where another one was named', async () => {
    const { code, hints } = await check(dialect, textOf(dialect), '--mode', 'body');
    expect(code).toBe(1);
    expect(hints).toContain('  hint  as a stream it passes: --mode stream');
  });

  const isSse = dialects[dialect].streams[0].style.framing === 'sse';
  test.runIf(isSse).each(['\n', '\r\n'])(
    'says that the blank lines are missing, with %j between the lines',
    async (lineEnd) => {
      const trimmed = textOf(dialect)
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .join(lineEnd);
      const { code, out, hints } = await check(dialect, `${trimmed}${lineEnd}`);
      expect(code).toBe(1);
      expect(out).toContain('no_end_marker');
      expect(hints).toEqual(['  hint  the blank lines between its events are missing: with them it would pass']);
    },
  );

  test('does not take several lines of one document for several events', async () => {
    expect((await check(dialect, 'data: {\ndata: "a": 1}\n\n')).hints.join()).not.toContain('blank lines');
  });
});

describe('the result of several files', () => {
  test('ends with a line that counts them, also where some cannot be read', async () => {
    const path = join(temporaryFolder(), 'cut.sse');
    writeFileSync(path, textOf('openai-chat').slice(0, 200));
    const whole = join(temporaryFolder(), 'whole.sse');
    writeFileSync(whole, textOf('openai-chat'));
    const flags = ['--dialect', 'openai-chat'];
    const { code, out, err } = await runHere(['check', path, '/nowhere.sse', whole, temporaryFolder(), ...flags]);
    expect(code).toBe(2);
    expect(out.trimEnd().split('\n').at(-1)).toBe('4 answers · 1 pass · 1 do not · 2 not read');
    expect(err.trimEnd().split('\n')).toHaveLength(2);
    const judged = await runHere(['check', path, whole, ...flags]);
    expect(judged).toMatchObject({ code: 1, err: '' });
    expect(judged.out.trimEnd().split('\n').at(-1)).toBe('2 answers · 1 pass · 1 do not');
  });

  test('counts frames alike in text and in JSON, whatever kinds there are', async () => {
    const path = join(temporaryFolder(), 'frames.sse');
    writeFileSync(path, `: hi\n\nretry: 5\n\n${textOf('openai-chat')}data: cut`);
    const flags = [path, '--dialect', 'openai-chat'];
    const [, shown] = /(\d+) frames ·/.exec((await runHere(['check', ...flags])).out) ?? [];
    const parsed = parseJson((await runHere(['check', ...flags, '--json'])).out);
    expect(parsed.ok && isObject(parsed.value) ? String(parsed.value['frames']) : '').toBe(shown);
  });
});
