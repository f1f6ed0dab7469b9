import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import type { Scenario, ScenarioPart } from '../../../src/core/scenario.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { loadScenarios } from '../../../src/recording/load-scenarios.ts';
import { askInDialect, scenarioDialects, scenarioParts } from '../../../src/recording/scenario-dialects.ts';
import { breaches, drifts } from '../../support/contract/schema-check.ts';

type ToolPart = Extract<ScenarioPart, { readonly kind: 'tool' }>;

const scenarios = loadScenarios(join(packageRoot, 'recordings', 'scenarios'));

function toolParts({ answer }: Scenario): readonly ToolPart[] {
  return answer.parts.filter((part) => part.kind === 'tool');
}

function named(name: string): Scenario {
  return scenarios.find((scenario) => scenario.name === name) ?? expect.fail(`no scenario ${name}`);
}

describe('the scenarios of this package', () => {
  it('are these, and each of them satisfies the schema', () => {
    expect(scenarios.map(({ name }) => name)).toEqual([
      'audio-transcript',
      'cached-usage',
      'citations',
      'empty-answer',
      'image-part',
      'interleaved-tools',
      'line-separators',
      'logprobs',
      'long-text',
      'malformed-function-call',
      'max-tokens',
      'max-tokens-in-tool',
      'one-tool',
      'parallel-tools',
      'prompt-blocked',
      'reasoning-then-text',
      'refusal',
      'safety-block',
      'server-tool-between-texts',
      'short-text',
      'signed-reasoning-then-tool',
      'text-between-tools',
      'text-then-tool',
      'tool-first',
      'two-choices',
      'two-texts',
      'unicode-text',
      'zero-argument-tool',
    ]);
  });

  it.each(scenarios)('$name has usage numbers that add up', ({ answer, request }) => {
    const { input = -1, output = -1, total, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = answer.usage;
    expect(total).toBe(input + output);
    expect(cacheRead + cacheWrite).toBeLessThanOrEqual(input);
    expect(reasoning).toBeLessThanOrEqual(output);
    // The limit holds for each choice, the counter sums them up.
    expect(output).toBeLessThanOrEqual((request.maxTokens ?? output) * (1 + (answer.others?.length ?? 0)));
    expect(output > 0).toBe(answer.parts.length > 0);
  });

  it.each(scenarios)('$name ends for a reason that its parts show', ({ answer, request }) => {
    const tools = answer.parts.filter((part) => part.kind === 'tool');
    expect(answer.finish === 'refusal').toBe(answer.parts.some(({ kind }) => kind === 'refusal'));
    expect(answer.finish === 'length' && answer.usage.output === request.maxTokens).toBe(answer.finish === 'length');
    if (tools.length > 0) {
      expect(answer.finish).toBe(tools.every(({ completed }) => completed) ? 'tool_calls' : 'length');
    } else {
      expect(answer.finish).not.toBe('tool_calls');
    }
  });

  it.each(scenarios)('$name calls only tools that its request declares, under ids of its own', (scenario) => {
    const declared = scenario.request.tools.map(({ name }) => name);
    const earlier = scenario.request.turns.flatMap((turn) => (turn.role === 'assistant' ? turn.tools : []));
    const calls = [...earlier, ...toolParts(scenario)];
    expect(declared).toEqual(expect.arrayContaining(calls.map(({ name }) => name)));
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  });

  it.each(scenarios)(
    '$name gives whole calls arguments that parse, and cut calls arguments that do not',
    (scenario) => {
      for (const { deltas, completed } of toolParts(scenario)) {
        const text = deltas.join('');
        expect(parseJson(text === '' ? '{}' : text).ok).toBe(completed);
      }
    },
  );

  it.each(scenarios)('$name answers every earlier call before it goes on', ({ request }) => {
    const open = new Set<string>();
    for (const turn of request.turns) {
      if (turn.role === 'tool') {
        expect(open.delete(turn.id)).toBe(true);
        continue;
      }
      expect([...open]).toEqual([]);
      if (turn.role === 'assistant') {
        turn.tools.forEach(({ id }) => {
          open.add(id);
        });
      }
    }
    expect(request.turns.at(-1)?.role).toBe('user');
  });

  it.each(scenarios)('$name never cuts a surrogate pair, which no provider could send', ({ answer }) => {
    for (const part of answer.parts) {
      expect(part.deltas.filter((delta) => !delta.isWellFormed())).toEqual([]);
    }
  });

  it('state every way to choose a tool but leave it open once', () => {
    const modes = scenarios.map(({ request }) => request.toolChoice?.mode);
    expect(new Set(modes)).toEqual(new Set(['auto', 'required', 'none', 'tool', undefined]));
  });

  it('have three calls in parallel-tools, two of them of the same tool', () => {
    expect(toolParts(named('parallel-tools')).map(({ name }) => name)).toEqual([
      'get_weather',
      'get_weather',
      'get_local_time',
    ]);
  });

  it('cut emoji sequences and combining marks in unicode-text', () => {
    const [part] = named('unicode-text').answer.parts;
    const starts = (part?.deltas ?? []).map((delta) => delta.codePointAt(0) ?? 0);
    expect(starts).toEqual(expect.arrayContaining([0x200d, 0x301, 0xfe0f, 0x1f3fd, 0x1f1f5, 0x20e3]));
  });

  it('have about two hundred deltas in long-text', () => {
    const count = named('long-text').answer.parts[0]?.deltas.length ?? 0;
    expect(count).toBeGreaterThan(180);
    expect(count).toBeLessThan(240);
  });

  it('carry numbers in text-then-tool that a double would change, cut inside their digits', () => {
    const [call] = toolParts(named('text-then-tool'));
    const text = call?.deltas.join('') ?? '';
    expect(text).toContain('9007199254740993');
    expect(text).toContain('18446744073709551615.10');
    const parsed = parseJson(text);
    expect(parsed.ok && JSON.stringify(parsed.value)).not.toContain('9007199254740993');
    expect(call?.deltas.filter((delta) => delta.includes('9007199254740993, "to"'))).toEqual([]);
  });

  it('cut escapes inside tool arguments', () => {
    const fragments = scenarios.flatMap(toolParts).flatMap(({ deltas }) => deltas);
    expect(fragments.some((fragment) => /(?<!\\)(?:\\\\)*\\$/.test(fragment))).toBe(true);
    expect(fragments.some((fragment) => /\\u[0-9a-fA-F]{0,3}$/.test(fragment))).toBe(true);
    expect(fragments.some((fragment) => /\\ud83e$/.test(fragment))).toBe(true);
  });

  it.each(scenarios)('$name says the same in every dialect, however each of them splits it into parts', (scenario) => {
    const spoken = (parts: readonly ScenarioPart[], ...kinds: readonly ScenarioPart['kind'][]): string =>
      parts.flatMap(({ kind, deltas }) => (kinds.includes(kind) ? deltas : [])).join('');
    for (const dialect of scenarioDialects(scenario)) {
      const parts = scenarioParts(scenario, dialect);
      const soundAlone = parts.some(({ kind, deltas }) => kind === 'audio' && deltas.length === 0);
      if (!soundAlone) {
        expect(spoken(parts, 'text', 'audio')).toBe(spoken(scenario.answer.parts, 'text'));
      }
      expect(spoken(parts, 'reasoning')).toBe(spoken(scenario.answer.parts, 'reasoning'));
      expect(spoken(parts, 'tool')).toBe(spoken(scenario.answer.parts, 'tool'));
    }
  });

  it.each(scenarios)('$name has its opaque values within the deltas of their part', (scenario) => {
    for (const dialect of scenarioDialects(scenario)) {
      for (const { deltas, opaque = [] } of scenarioParts(scenario, dialect)) {
        expect(opaque.filter(({ after = 0 }) => after > deltas.length)).toEqual([]);
      }
    }
  });

  it.each(scenarios)('$name is asked for in a request that its dialect allows', (scenario) => {
    for (const dialect of scenarioDialects(scenario)) {
      const request = { ...scenario.request, model: 'm', stream: true, includeUsage: true, choices: 1 };
      const body = askInDialect(dialects[dialect].request.build(request), scenario, dialect);
      expect([...breaches(dialect, 'request', body), ...drifts(dialect, 'request', body)], dialect).toEqual([]);
    }
  });
});
