import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { canonicalJson, isArray, type JsonValue } from '../../src/core/json.ts';
import type { Part } from '../../src/core/outcome.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { ScenarioPart } from '../../src/core/scenario.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { readScenario } from '../../src/recording/load-scenarios.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { scenarioParts } from '../../src/recording/scenario-dialects.ts';
import { finishesFor, loses } from '../support/streams/answer-substance.ts';
import { ownRecordings } from '../support/streams/law-streams.ts';

const folder = join(packageRoot, 'recordings');
const synthesised = ownRecordings.filter(({ provenance }) => provenance === 'synthesised');

function read({ dialect, mode, script, facts, traits = [] }: Recording) {
  const capture = { head: script.head, chunks: script.writes, ending: script.ending, endedAtMs: 0 };
  return readCapture(dialect, mode, capture, { facts, traits });
}

interface SaidPart {
  readonly kind: string;
  readonly content: string;
  /** Id and name of a call, the dialect's word of a block. */
  readonly called: string;
  readonly opaque: ReadonlyMap<string, readonly JsonValue[]>;
}

/** What a dialect says in several events is one list. How it was split does not matter. */
function grouped(opaque: readonly { readonly name: string; readonly value: JsonValue }[]): SaidPart['opaque'] {
  const values = new Map<string, readonly JsonValue[]>();
  for (const { name, value } of opaque) {
    values.set(name, [...(values.get(name) ?? []), ...(isArray(value) ? value : [value])]);
  }
  return values;
}

/** A call without arguments is "" in one dialect and "{}" in another. Some dialects keep no white space. */
function spelled(dialect: DialectId, kind: string, content: string): string {
  if (!kind.endsWith('tool')) {
    return content;
  }
  return loses(dialect, 'spelling of arguments') ? (canonicalJson(content || '{}') ?? content) : content || '{}';
}

function said(dialect: DialectId, { kind, content, name, tool, opaque }: Part): SaidPart {
  const called = tool === undefined ? (name ?? '') : `${tool.name} ${tool.id}`;
  return { kind, content: spelled(dialect, kind, content), called, opaque: grouped(opaque) };
}

function prescribed(dialect: DialectId, part: ScenarioPart): SaidPart {
  const { deltas, opaque = [] } = part;
  const kind = part.kind === 'refusal' && loses(dialect, 'refusal') ? 'text' : part.kind;
  const signature = 'signature' in part && !loses(dialect, 'signature') ? part.signature : undefined;
  const signed = signature === undefined ? [] : [{ name: 'signature', value: signature }];
  const called = 'id' in part ? `${part.name} ${part.id}` : 'name' in part ? part.name : '';
  const content = spelled(dialect, kind, deltas.join(''));
  return { kind, content, called, opaque: grouped([...opaque, ...signed]) };
}

describe('a recording of this package', () => {
  it.each(ownRecordings)('$dialect/$name is complete and breaks no rule of its contract', (recording) => {
    const { outcome, issues } = read(recording);
    expect(outcome.integrity).toBe('complete');
    expect(outcome.phase).toBe('completed');
    expect(issues.filter(({ level }) => level !== 'TOL')).toEqual([]);
  });

  it.each(synthesised)('$dialect/$name says what its scenario prescribes', (recording) => {
    const { dialect } = recording;
    const scenario = readScenario(join(folder, 'scenarios', `${recording.scenario}.json`));
    const { answer } = scenario;
    const { choices, usage } = read(recording).outcome;
    const canSay = (part: ScenarioPart): boolean =>
      'completed' in part
        ? part.completed || !loses(dialect, 'cut tool calls')
        : part.kind !== 'reasoning' || !loses(dialect, part.kind);
    const told = [{ parts: scenarioParts(scenario, dialect), finish: answer.finish }, ...(answer.others ?? [])];
    expect(choices.map(({ parts }) => parts.map((part) => said(dialect, part)))).toEqual(
      told.map(({ parts }) => parts.filter(canSay).map((part) => prescribed(dialect, part))),
    );
    for (const [index, { parts, finish }] of told.entries()) {
      const { finish: found, tools } = choices[index] ?? expect.fail(`no choice ${index}`);
      expect(
        finishesFor(
          dialect,
          finish,
          parts.some(({ kind }) => kind === 'refusal'),
        ),
      ).toContain(found?.kind);
      expect(tools.map(({ runnable }) => runnable)).toEqual(
        parts
          .filter((part) => part.kind === 'tool' && canSay(part))
          .map((part) => 'completed' in part && part.completed),
      );
    }
    const word = scenario.dialects?.[dialect]?.finish;
    expect(word ?? choices[0]?.finish?.raw).toBe(choices[0]?.finish?.raw);
    expect(usage.input).toEqual({ state: 'reported', value: answer.usage.input });
    expect(usage.output).toEqual({ state: 'reported', value: answer.usage.output });
  });
});
