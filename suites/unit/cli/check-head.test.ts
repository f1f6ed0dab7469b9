import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { issueIds } from '../../../src/contract/issue-ids.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { isMustLevel } from '../../../src/core/issue.ts';
import { isArray, isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

function write(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const bytesOf = ({ writes }: WireScript): Uint8Array => joinChunks(writes);

/** What `check` says: its exit code, the causes of its must-findings and shoulds, its hints. */
async function checked(dialect: DialectId, content: string | Uint8Array, ...flags: readonly string[]) {
  const { code, out } = await runHere([
    'check',
    write('answer.txt', content),
    '--dialect',
    dialect,
    '--json',
    ...flags,
  ]);
  const parsed = parseJson(out);
  const line: JsonObject = parsed.ok && isObject(parsed.value) ? parsed.value : expect.fail(`not one object: ${out}`);
  const { findings, hints } = line;
  const found = isArray(findings) ? findings.filter(isObject) : [];
  const causes = (severity: string) => found.filter((one) => one['severity'] === severity).map(({ cause }) => cause);
  return { code, must: causes('must'), should: causes('should'), hints: isArray(hints) ? hints : [] };
}

describe.each(dialectIds)('check of %s', (dialect) => {
  const { streams, body, errorBody } = dialectSamples[dialect];
  const stream = bytesOf(streams['short-text']);
  const isSse = dialects[dialect].streams[0].style.framing === 'sse';

  test('names a stream where --mode says that a body was asked for', async () => {
    const { code, must } = await checked(dialect, stream, '--mode', 'body');
    expect(code).toBe(1);
    expect(must).toContain(isSse ? 'event.stream-in-body' : 'event.json');
  });

  test.runIf(isSse)('names a body where --mode says that a stream was asked for', async () => {
    const { code, must } = await checked(dialect, bytesOf(body), '--mode', 'stream');
    expect(code).toBe(1);
    expect(must).toContain('event.body-in-stream');
  });

  test('takes an error as a body for right with a status that refuses, whatever was asked for', async () => {
    for (const mode of ['stream', 'body']) {
      expect(await checked(dialect, errorBody, '--status', '503', '--mode', mode)).toEqual({
        code: 0,
        must: [],
        should: [],
        hints: [],
      });
    }
  });

  test('names it under a status of success', async () => {
    expect(await checked(dialect, errorBody, '--status', '200')).toMatchObject({
      code: 1,
      must: ['error.under-success'],
    });
  });

  test('names it where a stream was asked for, unless clients of the dialect see it', async () => {
    const { level = 'BRK' } = issueIds(loadContract(dialect).contract).get('event.error-body-in-stream') ?? {};
    const seen = !isMustLevel(level);
    for (const flags of [['--status', '200'], []]) {
      const { code, must, hints } = await checked(dialect, errorBody, '--mode', 'stream', ...flags);
      expect({ code, must }).toEqual({ code: seen ? 0 : 1, must: seen ? [] : ['event.error-body-in-stream'] });
      expect(hints.join().includes('--status')).toBe(flags.length === 0 && isSse);
    }
  });

  test('says nothing of the status where neither mode nor status is known', async () => {
    expect(await checked(dialect, errorBody)).toEqual({ code: 0, must: [], should: [], hints: [] });
  });

  test('judges the content type that --content-type gives', async () => {
    const wrong = await checked(dialect, stream, '--mode', 'stream', '--content-type', 'text/html; charset=utf-8');
    expect(wrong).toMatchObject({ code: 0, must: [], should: ['head.stream-type'] });
    const type = dialects[dialect].streams[0].headers['content-type'] ?? '';
    expect(await checked(dialect, stream, '--mode', 'stream', '--content-type', type)).toMatchObject({ should: [] });
    const page = await checked(dialect, '<html>Just a moment</html>', '--mode', 'body', '--content-type', 'text/html');
    expect(page.code).toBe(1);
    expect([...page.must, ...page.should]).toContain('head.body-type');
  });
});

describe('the head of a raw file', () => {
  test.each(['99', '600', 'ok'])('is not taken from --status %s', async (status) => {
    const { code, err } = await runHere(['check', write('a.sse', ''), '--dialect', 'openai-chat', '--status', status]);
    expect(code).toBe(2);
    expect(err).toContain('must be an HTTP status');
  });

  test('says what was asked for by the request, where no mode is named', async () => {
    const request = write('request.json', '{"model":"m","messages":[],"stream":true}');
    const { must } = await checked('openai-chat', bytesOf(dialectSamples['openai-chat'].body), '--request', request);
    expect(must).toContain('event.body-in-stream');
  });
});
