import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { readCapture } from '../../src/outcome/read.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { readScenario } from '../../src/recording/load-scenarios.ts';
import type { Recording } from '../../src/recording/recording.ts';

const folder = join(packageRoot, 'recordings');
const recordings = loadRecordings({ path: folder });

function read({ dialect, mode, script, facts, traits = [] }: Recording) {
  const capture = { head: script.head, chunks: script.writes, ending: script.ending, endedAtMs: 0 };
  return readCapture(dialect, mode, capture, { facts, traits });
}

describe('a recording of this package', () => {
  it.each(recordings)('$dialect/$name is complete and breaks no rule of its contract', (recording) => {
    const { outcome, issues } = read(recording);
    expect(outcome.integrity).toBe('complete');
    expect(outcome.phase).toBe('completed');
    expect(issues.filter(({ level }) => level !== 'TOL')).toEqual([]);
  });

  it.each(recordings)('$dialect/$name says what its scenario prescribes', (recording) => {
    const { answer } = readScenario(join(folder, 'scenarios', `${recording.scenario}.json`));
    const { choices, usage } = read(recording).outcome;
    const [choice] = choices;
    const { losses } = dialects[recording.dialect];
    const loses = (what: string): boolean => losses.some((loss) => loss.what === what);
    const told = answer.parts.filter((part) => !('completed' in part) || part.completed || !loses('cut tool calls'));
    // A call without arguments is written as "" in one dialect and as "{}" in another; some keep no white space.
    const spelled = (kind: string, content: string): string =>
      kind === 'tool' && loses('spelling of arguments') ? (canonicalJson(content || '{}') ?? content) : content || '{}';
    expect(choice?.parts.map((part) => spelled(part.kind, part.content)) ?? []).toEqual(
      told.map((part) => spelled(part.kind, part.deltas.join(''))),
    );
    const calls = told.filter((part) => part.kind === 'tool');
    expect(choice?.tools.map(({ id, name }) => ({ id, name }))).toEqual(calls.map(({ id, name }) => ({ id, name })));
    expect(choice?.tools.map(({ runnable }) => runnable)).toEqual(calls.map(({ completed }) => completed));
    expect(usage.input).toEqual({ state: 'reported', value: answer.usage.input });
    expect(usage.output).toEqual({ state: 'reported', value: answer.usage.output });
  });
});
