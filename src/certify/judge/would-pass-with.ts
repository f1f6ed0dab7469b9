import { loadContract } from '../../contract/load.ts';
import type { Reading } from '../../core/reading.ts';
import type { RequestFacts } from '../../core/scenario.ts';
import { readCapture } from '../../outcome/read-capture.ts';
import type { StreamJudgement } from './apply-requirements.ts';
import { judgeStream } from './judge-stream.ts';

/** With more habits than this, almost any stream could be explained away. */
const mostTraits = 3;

/** Sets are made of at most so many traits, which limits the work to 92 readings. */
const mostCandidates = 8;

/**
 * The smallest set of traits of the sender, at most three, with which a stream or body that does not pass would pass. A
 * trait is a candidate when it removes a kind of trouble, alone or after another candidate has uncovered it. Traits change
 * rules, so only reading again can tell.
 *
 * @param given traits that `reading` was read with
 * @returns `undefined` when no such set helps
 */
export function wouldPassWith(
  reading: Reading,
  facts: RequestFacts,
  given: readonly string[] = [],
): readonly string[] | undefined {
  const { dialect, mode, capture } = reading;
  const names = Object.keys(loadContract(dialect).contract.traits).filter((name) => !given.includes(name));
  const read = (added: readonly string[]): Reading =>
    readCapture(dialect, mode, capture, { facts, traits: [...given, ...added], drift: false });
  const helping = (before: Reading, added: readonly string[]): readonly string[] => {
    const found = troubles(before, facts);
    return names
      .filter((name) => !added.includes(name))
      .map((name) => ({ name, left: troubles(read([...added, name]), facts) }))
      .filter(({ left }) => [...found].some((id) => !left.has(id)))
      .toSorted((one, other) => one.left.size - other.left.size)
      .map(({ name }) => name);
  };
  const first = helping(reading, []);
  const second = first.length === 0 ? [] : helping(read(first), first);
  const candidates = [...first, ...second].slice(0, mostCandidates);
  const fitting = subsets(candidates, mostTraits).find((set) => {
    const other = read(set);
    return passes(other, judgeStream(other, facts));
  });
  return fitting && names.filter((name) => fitting.includes(name));
}

/** It is whole, or failed in the way its dialect prescribes, and breaks no must-requirement. */
export function passes({ outcome }: Reading, { findings }: StreamJudgement): boolean {
  const ended =
    outcome.integrity === 'complete' || (outcome.integrity === 'provider_error' && outcome.phase === 'failed');
  return ended && findings.every(({ severity }) => severity !== 'must');
}

/** Ids of must-issues, each with the place in a schema that it speaks of, and of the requirements that are broken. */
function troubles(reading: Reading, facts: RequestFacts): ReadonlySet<string> {
  const { findings } = judgeStream(reading, facts);
  return new Set([
    ...findings.filter(({ severity }) => severity === 'must').map(({ requirement }) => requirement),
    ...reading.issues
      .filter(({ level, topic }) => (level === 'BRK' || level === 'SPEC') && topic !== 'drift')
      .map(({ id, detail }) => (id.startsWith('event.schema.') ? `${id} ${detail ?? ''}` : id)),
  ]);
}

/** The non-empty subsets of up to `most` items, smaller ones first. */
function subsets(items: readonly string[], most: number): readonly (readonly string[])[] {
  let last: readonly (readonly string[])[] = [[]];
  const all: (readonly string[])[] = [];
  for (let size = 1; size <= most; size += 1) {
    last = last.flatMap((set) => items.slice(items.indexOf(set.at(-1) ?? '') + 1).map((item) => [...set, item]));
    all.push(...last);
  }
  return all;
}
