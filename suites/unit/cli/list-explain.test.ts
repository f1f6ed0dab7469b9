import { describe, expect, test } from 'vitest';
import { allIssueIds } from '../../../src/cli/explain-issue.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { mutations } from '../../../src/mutations/registry.generated.ts';
import { presetIds } from '../../../src/relays/presets.generated.ts';
import { requirements } from '../../../src/requirements/registry.generated.ts';
import { runHere } from '../../support/cli/fake-shell.ts';

async function listed(...words: readonly string[]): Promise<readonly JsonObject[]> {
  const { code, out } = await runHere(['list', ...words, '--json']);
  expect(code).toBe(0);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => {
      const parsed = parseJson(line);
      return parsed.ok && isObject(parsed.value) ? parsed.value : expect.fail(`not an object: ${line}`);
    });
}

describe('list', () => {
  test('without a word counts what there is', async () => {
    const { code, out } = await runHere(['list']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`requirements +${requirements.length} +relaycert list requirements`));
    expect(out).toMatch(/cases +[\d,]+ +relaycert list cases/);
  });

  test('has every requirement, mutation and relay', async () => {
    expect((await listed('requirements')).map(({ requirement }) => requirement)).toEqual(
      requirements.map(({ id }) => id),
    );
    expect((await listed('mutations')).map(({ mutation }) => mutation)).toEqual(mutations.map(({ id }) => id));
    expect((await listed('mutations')).map(({ source }) => source)).toEqual(mutations.map(({ source }) => source));
    expect((await listed('requirements')).map(({ source }) => source)).toEqual(
      requirements.map(({ source }) => source),
    );
    expect((await listed('relays')).map(({ relay }) => relay)).toEqual([...presetIds]);
    expect((await listed('dialects')).map(({ dialect }) => dialect)).toContain('openai-chat');
    expect(await listed('traits')).toContainEqual(
      expect.objectContaining({
        dialect: 'openai-chat',
        trait: 'no-done',
        title: expect.stringContaining('Perplexity'),
      }),
    );
    expect(await listed('recordings')).toContainEqual(
      expect.objectContaining({ recording: 'short-text', provenance: 'synthesised', ending: 'clean' }),
    );
  });

  test('shows the cases that a run would have', async () => {
    const cases = await listed('cases', '--relay', 'llms', '--case', 'short-text~cut-eof@1/');
    expect(cases).toEqual([
      {
        case: expect.stringMatching(/^[0-9a-f]{12}$/),
        casePath: 'anthropic-messages<openai-chat/short-text~cut-eof@1/stream',
        topic: 'faults',
        route: 'anthropic-messages<openai-chat',
        mode: 'stream',
        recording: 'short-text',
        mutation: 'cut-eof',
        variant: '1',
        effect: 'fault',
      },
    ]);
  });

  test('is text for people', async () => {
    const { out } = await runHere(['list', 'requirements']);
    expect(out.trimEnd().split('\n')).toHaveLength(requirements.length);
    expect(out).toMatch(/^ {2}relay\/error\/surfaced +must +core +An upstream error/m);
  });
});

describe('certify --dry-run', () => {
  test('counts per route and topic, and starts nothing', async () => {
    const { code, out, err } = await runHere([
      'certify',
      '--dry-run',
      '--case',
      'short-text/',
      '--route',
      'openai-chat<',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(
      out
        .split('\n')[0]
        ?.trim()
        .split(/\s{2,}/),
    ).toEqual(['route', 'answers', 'bodies', 'cases']);
    expect(out).toMatch(/openai-chat ← anthropic-messages +1 +1 +2\n/);
    expect(out).toMatch(
      new RegExp(`\\n${2 * dialectIds.length} of [\\d,]+ cases · \\d+ requirements · nothing was started\\n$`),
    );
  });

  test('shows the cases when asked for', async () => {
    const { out } = await runHere(['certify', '--dry-run', '-v', '--relay', 'llms', '--case', 'short-text/']);
    expect(out).toMatch(/^ {2}[0-9a-f]{12} {2}anthropic-messages<openai-chat\/short-text\/stream$/m);
  });

  test('a shard takes its share', async () => {
    const sizes = await Promise.all(
      ['1/3', '2/3', '3/3'].map(async (shard) => {
        const { out } = await runHere(['certify', '--dry-run', '--json', '--relay', 'llms', '--shard', shard]);
        return out.trimEnd().split('\n');
      }),
    );
    const all = (await runHere(['certify', '--dry-run', '--json', '--relay', 'llms'])).out.trimEnd().split('\n');
    expect(new Set(sizes.flat())).toEqual(new Set(all));
    expect(sizes.flat()).toHaveLength(all.length);
  });
});

describe('explain', () => {
  test('says what an issue is in a relay, where that is more', async () => {
    const { out } = await runHere(['explain', 'wire.field-without-data']);
    expect(out).toMatch(/level +OBS, a should\n +relays +BRK, a must\n/);
    expect((await runHere(['explain', 'wire.unterminated'])).out).not.toContain('relays ');
  });

  test('says at which places a broken schema is only a should', async () => {
    const { out } = await runHere(['explain', 'event.schema.message_delta']);
    expect(out).toMatch(/level +SPEC, a must\n +should +OBS at \/delta\/stop_sequence required/);
    expect((await runHere(['explain', 'event.schema.content_block_delta'])).out).not.toContain('should ');
  });

  test('says what a requirement demands, why, who says so and what proves it', async () => {
    const { code, out } = await runHere(['explain', 'relay/error/surfaced']);
    expect(code).toBe(0);
    expect(out).toContain('An upstream error reaches the client as an error of the client dialect.');
    expect(out).toMatch(/why +when an error is swallowed/);
    expect(out).toMatch(/severity +must\n/);
    expect(out).toMatch(/level +core\n/);
    expect(out).toMatch(/source +T05, T06 and T07: .* · docs\/faults\.md#t05\n/);
    expect(out).toMatch(/proven by .*swallow-error.*error-event/);
  });

  test('knows every issue that a contract can raise, and says for each dialect what it is', async () => {
    const ids = allIssueIds();
    expect(ids.length).toBeGreaterThan(100);
    for (const id of ids) {
      const { code, out } = await runHere(['explain', id]);
      expect(code, id).toBe(0);
      expect(out, id).toMatch(/level +(BRK|SPEC|OBS|TOL), a (must|should|note)\n/);
    }
  });

  test.each(requirements.map(({ id }) => id))('knows %s', async (id) => {
    expect((await runHere(['explain', id, '--json'])).code).toBe(0);
  });
});
