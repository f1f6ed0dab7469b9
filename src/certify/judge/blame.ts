import type { Attempt, Evidence } from '../../core/evidence.ts';
import type { Grade } from '../../core/grade.ts';
import type { Reading } from '../../core/reading.ts';
import type { Blame, Breach, ExchangeRequirement, StreamRequirement } from '../../core/requirement.ts';
import { answerFacts, type RequestFacts } from '../../core/scenario.ts';
import { readCapture } from '../../outcome/read-capture.ts';
import { endOf } from '../../requirements/end-of.ts';
import type { CheckOf } from './apply-requirements.ts';
import { excusedBy } from './judge-stream.ts';

/** A breach with whose it is. */
export interface BlamedBreach extends Breach {
  readonly blame: Blame;
  /** The grade that it takes away; absent for one that is told and costs none. */
  readonly grade?: Grade;
}

/**
 * Checks the client's stream, and tells for each breach whether the upstream's own stream already had it, in the same
 * dialect and mode, at the same place with the same value. What a limit truncated is never inherited.
 *
 * @returns a check of one requirement; both sides are read again at most once, whatever the number of requirements
 */
export function blameStreams(evidence: Evidence): (requirement: StreamRequirement) => CheckOf<BlamedBreach> {
  const { client, request, policies } = evidence;
  const facts = answerFacts(request);
  const strictClient = isRelaxed(client) ? readStrictly(client, facts) : fromRelay(client);
  let read: readonly Source[] | undefined;
  return (requirement) => {
    const check = requirement.check(strictClient, facts);
    if (check.result !== 'breach') {
      return check;
    }
    read ??= sourcesOf(evidence).map(toSource);
    const inherited = countBreaches(read.flatMap((source) => inheritable(requirement, source)));
    const excused = countBreaches(read.flatMap((source) => excusable(requirement, source)));
    // Passed on with an error or a visible break, it deceives nobody.
    const deceives = ['success', 'ambiguous'].includes(endOf(client)) && requirement.mayPassOn?.(policies) !== true;
    const breaches = check.breaches.flatMap((breach): readonly BlamedBreach[] => {
      if (take(excused, breach)) {
        take(inherited, breach);
        return [];
      }
      if (!take(inherited, breach)) {
        return [{ ...breach, blame: 'introduced', grade: 'faithful' }];
      }
      return [{ ...breach, blame: 'inherited', ...(deceives ? { grade: 'protective' as const } : {}) }];
    });
    return breaches.length === 0 ? { result: 'pass' } : { result: 'breach', breaches };
  };
}

/** What only both sides can show, the relay did. */
export function blameRelay(
  { check, grade }: Pick<ExchangeRequirement, 'check' | 'grade'>,
  evidence: Evidence,
): CheckOf<BlamedBreach> {
  const checked = check(evidence);
  return checked.result === 'breach'
    ? { ...checked, breaches: checked.breaches.map((breach) => ({ ...breach, blame: 'introduced', grade })) }
    : checked;
}

/** A stream of the upstream that the client's can be a copy of, held to what a relay is held to. */
interface Source {
  readonly facts: RequestFacts;
  /** Without traits. */
  readonly strict: Reading;
  /** What the relay got before it hung up; absent where it stayed. */
  readonly received?: Reading;
  /** With the traits of its server; absent where it has none. */
  readonly relaxed?: Reading;
}

function toSource({ request, reading, received }: Attempt): Source {
  const facts = answerFacts(request);
  return {
    facts,
    strict: readStrictly(reading, facts),
    ...(received === undefined ? {} : { received: readStrictly(received, facts) }),
    ...(isRelaxed(reading) ? { relaxed: fromRelay(reading) } : {}),
  };
}

/** Breaches that the client's stream can have from the upstream, traits of the recording aside. */
function inheritable(requirement: StreamRequirement, { facts, strict, received }: Source): readonly Breach[] {
  const scripted = breachesOf(requirement, strict, facts);
  if (received === undefined) {
    return scripted;
  }
  // After the relay hung up it got nothing more, and what is missing then is its own doing.
  const got = countBreaches(breachesOf(requirement, received, facts));
  return scripted.filter((breach) => take(got, breach));
}

/** Those of them that the recording declares as a habit of its server. */
function excusable(requirement: StreamRequirement, { facts, strict, relaxed }: Source): readonly Breach[] {
  if (relaxed === undefined) {
    return [];
  }
  const left = countBreaches(excusedBy(relaxed).has(requirement.id) ? [] : breachesOf(requirement, relaxed, facts));
  return breachesOf(requirement, strict, facts).filter((breach) => !take(left, breach));
}

/** Attempts whose stream the client's can be a copy of. */
function sourcesOf({ client, route, mode, attempts }: Evidence): readonly Attempt[] {
  const whole = ({ outcome }: Reading): boolean => outcome.integrity !== 'limit_exceeded';
  return whole(client)
    ? attempts.filter((attempt) => attempt.dialect === route.client && attempt.mode === mode && whole(attempt.reading))
    : [];
}

function isRelaxed({ traits = [] }: Reading): boolean {
  return traits.length > 0;
}

/** Reads again without traits, and with what the contract does not know. */
function readStrictly({ dialect, mode, capture }: Reading, facts: RequestFacts): Reading {
  return fromRelay(readCapture(dialect, mode, capture, { facts }));
}

/** Both sides are held to what a relay is held to: what servers may do, a relay passes on and must not add. */
function fromRelay(reading: Reading): Reading {
  return { ...reading, sender: 'relay' };
}

function breachesOf(requirement: StreamRequirement, reading: Reading, facts: RequestFacts): readonly Breach[] {
  const check = requirement.check(reading, facts);
  return check.result === 'breach' ? check.breaches : [];
}

type BreachCount = Map<string, number>;

function countBreaches(breaches: readonly Breach[]): BreachCount {
  const count: BreachCount = new Map();
  for (const breach of breaches) {
    count.set(keyOf(breach), (count.get(keyOf(breach)) ?? 0) + 1);
  }
  return count;
}

/** Takes one breach like this from what is left, if there is one. */
function take(count: BreachCount, breach: Breach): boolean {
  const left = count.get(keyOf(breach)) ?? 0;
  count.set(keyOf(breach), left - 1);
  return left > 0;
}

function keyOf({ issue, occurrence, cause, actual }: Breach): string {
  return JSON.stringify(issue === undefined ? [cause ?? '', actual] : [issue, occurrence ?? '']);
}
