import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { joinChunks } from '../../../src/core/exchange.ts';
import { isArray, isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import { recordedCapture } from '../../../src/recording/recorded-capture.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { writeHar } from '../../../src/recording/write-har.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { ownRecordings } from '../../support/streams/law-streams.ts';

const recordings = loadRecordings({ path: join(packageRoot, 'recordings') });

function recordingOf(dialect: string, name: string): Recording {
  return (
    recordings.find((candidate) => candidate.dialect === dialect && candidate.name === name) ??
    expect.fail(`no recording ${name}`)
  );
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function lineOf(out: string): JsonObject {
  const parsed = parseJson(out);
  return parsed.ok && isObject(parsed.value) ? parsed.value : expect.fail(`not one JSON object: ${out}`);
}

describe('check', () => {
  test.each(ownRecordings.map(({ dialect, name }) => `${dialect}/${name}`))(
    'finds a whole answer complete: %s',
    async (path) => {
      const file = join(packageRoot, 'recordings', `${path}.har`);
      const { code, out } = await runHere(['check', file, '--json']);
      expect(lineOf(out)).toMatchObject({ file, outcome: { integrity: 'complete', phase: 'completed' } });
      expect(code).toBe(0);
    },
  );

  describe.each(['openai-chat', 'anthropic-messages'])('of %s', (dialect) => {
    let bytes: Uint8Array;
    let cuts: readonly number[];
    beforeAll(() => {
      const recording = recordingOf(dialect, 'one-tool');
      bytes = joinChunks(recording.script.writes);
      cuts = readCapture(recording.dialect, 'stream', recordedCapture(recording)).frames.map(({ span }) => span[0]);
    });

    test('refuses a stream that is cut before any frame, the last one included', async () => {
      expect(cuts.length).toBeGreaterThan(5);
      const files = cuts.map((cut, index) => write(`cut-${index}.sse`, bytes.subarray(0, cut)));
      const { code, out } = await runHere(['check', ...files, '--dialect', dialect, '--json']);
      expect(code).toBe(1);
      const lines = out.trimEnd().split('\n').map(lineOf);
      expect(lines.map(({ file }) => file)).toEqual(files);
      for (const { outcome, findings } of lines) {
        expect(outcome).toMatchObject({ integrity: 'no_end_marker', phase: 'interrupted' });
        expect(findings).toContainEqual(
          expect.objectContaining({ requirement: 'any/terminal/exactly-one', severity: 'must' }),
        );
      }
    });

    test('refuses each of these alone too', async () => {
      const codes = await Promise.all(
        cuts.map(
          async (cut, index) =>
            (await runHere(['check', write(`${index}.sse`, bytes.subarray(0, cut)), '--dialect', dialect])).code,
        ),
      );
      expect(new Set(codes)).toEqual(new Set([1]));
    });
  });

  test('says what a file came to, and where', async () => {
    const bytes = joinChunks(recordingOf('openai-chat', 'short-text').script.writes);
    const whole = write('whole.sse', bytes);
    const cut = write('cut.sse', bytes.subarray(0, bytes.length - 20));
    const { code, out } = await runHere(['check', whole, cut, '--dialect', 'openai-chat']);
    expect(code).toBe(1);
    const [first = '', second = ''] = out.split('\n\n');
    expect(first).toMatch(
      new RegExp(
        `^${whole} {2}complete as far as the file shows\n {2}openai-chat · stream · completed · finish stop · 11 frames · 2,327 bytes$`,
      ),
    );
    expect(second).toMatch(new RegExp(`^${cut} {2}no_end_marker\n`));
    expect(second).toMatch(
      /MUST {4}any\/terminal\/exactly-one\n +expected .*\n +actual +a quiet close without a terminal +frames 9, 10 of 10, byte 2,101/,
    );
  });

  test('reads standard input', async () => {
    const text = new TextDecoder().decode(joinChunks(recordingOf('anthropic-messages', 'unicode-text').script.writes));
    const { code, out } = await runHere(['check', '-', '--dialect', 'anthropic-messages', '--json'], text);
    expect(lineOf(out)).toMatchObject({ file: '-', outcome: { integrity: 'complete' } });
    expect(code).toBe(0);
  });

  test('takes a proper error for what it is, whatever the file is called', async () => {
    const error = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    for (const name of ['error.json', 'error.sse', 'error.txt']) {
      const { code, out } = await runHere(['check', write(name, error), '--dialect', 'anthropic-messages', '--json']);
      expect(lineOf(out)).toMatchObject({
        outcome: { phase: 'failed', integrity: 'provider_error', error: { class: 'overloaded' } },
        findings: [],
      });
      expect(code).toBe(0);
    }
  });

  test('reads an event stream that is called .json', async () => {
    const bytes = joinChunks(recordingOf('openai-chat', 'short-text').script.writes);
    const { code } = await runHere(['check', write('stream.json', bytes), '--dialect', 'openai-chat']);
    expect(code).toBe(0);
  });

  test('believes --mode more than the content', async () => {
    const error = '{"error":{"message":"x","type":"invalid_request_error","param":null,"code":null}}';
    const file = write('error.json', error);
    expect((await runHere(['check', file, '--dialect', 'openai-chat'])).code).toBe(0);
    expect((await runHere(['check', file, '--dialect', 'openai-chat', '--mode', 'stream'])).code).toBe(1);
  });

  test('takes the ending from a HAR: the same bytes after a reset are no whole answer', async () => {
    const recording = recordingOf('openai-chat', 'short-text');
    const broken = write('short-text.har', writeHar({ ...recording, script: { ...recording.script, ending: 'rst' } }));
    const { code, out } = await runHere(['check', broken, '--json']);
    expect(lineOf(out)).toMatchObject({ outcome: { integrity: 'transport_error' } });
    expect(code).toBe(1);
  });

  test('judges by the request, where it is given', async () => {
    const bytes = joinChunks(recordingOf('openai-chat', 'short-text').script.writes);
    const stream = write('stream.sse', bytes);
    const request = write(
      'request.json',
      '{"model":"gpt-4o-mini","stream":true,"n":2,"messages":[{"role":"user","content":"x"}]}',
    );
    expect((await runHere(['check', stream, '--dialect', 'openai-chat'])).code).toBe(0);
    const { code, out } = await runHere(['check', stream, '--dialect', 'openai-chat', '--request', request, '--json']);
    const { findings } = lineOf(out);
    expect(isArray(findings) && findings.length > 0).toBe(true);
    expect(code).toBe(1);
  });

  test('shows the page of the very rule that was broken', async () => {
    const text = Buffer.from(joinChunks(recordingOf('openai-chat', 'short-text').script.writes)).toString();
    const file = write('no-role.sse', text.replace('"role":"assistant",', ''));
    const source = {
      text: expect.stringMatching(/ChatCompletionStream\.ts: missing role for choice$/),
      url: expect.stringMatching(/^https:\/\/github\.com\/openai\/openai-node\//),
    };
    const { out } = await runHere(['check', file, '--dialect', 'openai-chat', '--json']);
    expect(lineOf(out)['findings']).toContainEqual(expect.objectContaining({ cause: 'choice.need.role', source }));
    const shown = await runHere(['check', file, '--dialect', 'openai-chat']);
    expect(shown.out).toMatch(/source +npm openai .*: missing role for choice · https:\/\/github\.com\//);
  });

  test('judges the other files when one of them cannot be read', async () => {
    const bytes = joinChunks(recordingOf('openai-chat', 'short-text').script.writes);
    const whole = write('whole.sse', bytes);
    const { code, out, err } = await runHere(['check', whole, '/nowhere.sse', '--dialect', 'openai-chat']);
    expect(code).toBe(2);
    expect(out).toContain(`${whole}  complete`);
    expect(out.trimEnd().split('\n').at(-1)).toBe('2 answers · 1 pass · 0 do not · 1 not read');
    expect(err).toBe('relaycert: /nowhere.sse: there is no such file or folder (check the path)\n');
  });

  test('names the place where a HAR is cut', async () => {
    const path = join(temporaryFolder(), 'cut.har');
    copyFileSync(join(packageRoot, 'recordings/openai-chat/short-text.har'), path);
    writeFileSync(path, writeHar(recordingOf('openai-chat', 'short-text')).slice(0, 700));
    const { code, err } = await runHere(['check', path]);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^relaycert: ${path}:\\d+:\\d+: its JSON is cut off here \\(.*\\)\n$`));
  });
});
