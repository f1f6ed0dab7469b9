import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { messageOf, UsageFault } from '../../core/fault.ts';
import { isObject } from '../../core/json.ts';
import type { Finding } from './result.ts';

/** What the relay's owner has accepted: a fault, or in the way of version 1 the findings of a requirement in some cases. */
export type Deviation = FaultDeviation | CaseDeviation;

interface Acceptance {
  readonly reason: string;
  /** `YYYY-MM-DD`, the last day on which it holds. */
  readonly expires: string;
}

export interface FaultDeviation extends Acceptance {
  /** 12 hex digits, as reports show them. */
  readonly fault: string;
}

/** Version 1. It says nothing about what the relay did, so it also accepts what comes later. */
export interface CaseDeviation extends Acceptance {
  /** Requirement id. */
  readonly requirement: string;
  /** Case path with `*` for any text; `*` alone for all cases. */
  readonly case: string;
}

/** What an entry accepts, as its file says it. */
export function describeDeviation(deviation: Deviation): string {
  return 'fault' in deviation ? `fault ${deviation.fault}` : `${deviation.requirement} ${deviation.case}`;
}

export interface DeviationOutcome {
  /** Findings that no deviation accepts. */
  readonly refused: readonly Finding[];
  readonly accepted: readonly Finding[];
  /** Deviations whose finding no longer occurs. */
  readonly stale: readonly Deviation[];
  readonly expired: readonly Deviation[];
  /** Entries of version 1 that accept something, each with the ids of the faults that it could name instead. */
  readonly byCase: readonly { readonly deviation: CaseDeviation; readonly faults: readonly string[] }[];
}

const acceptance = {
  reason: { type: 'string', minLength: 1 },
  expires: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
} as const;

const ajv = new Ajv2020({ strict: true });

const validateByFault = ajv.compile<FaultDeviation>({
  type: 'object',
  properties: { fault: { type: 'string', pattern: '^[0-9a-f]{12}$' }, ...acceptance },
  required: ['fault', 'reason', 'expires'],
  additionalProperties: false,
});

const validateByCase = ajv.compile<CaseDeviation>({
  type: 'object',
  properties: {
    requirement: { type: 'string', pattern: '^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$' },
    case: { type: 'string', minLength: 1 },
    ...acceptance,
  },
  required: ['requirement', 'case', 'reason', 'expires'],
  additionalProperties: false,
});

/**
 * Reads a deviations file (YAML or JSON: a list).
 *
 * @param known ids of all requirements: a deviation that names another one would silently accept nothing
 * @throws UsageFault with the file and the entry
 */
export function readDeviations(path: string, known: ReadonlySet<string>): readonly Deviation[] {
  let value: unknown;
  try {
    value = parse(readFileSync(path, 'utf8'), { schema: 'failsafe' });
  } catch (error) {
    const [message] = messageOf(error).split('\n');
    throw new UsageFault(`cannot read the deviations: ${message}`, path, 'a YAML list of fault, reason, expires');
  }
  if (!Array.isArray(value)) {
    throw new UsageFault('the deviations are no list', path, 'a YAML list of fault, reason, expires');
  }
  return value.map((entry: unknown, index) => readDeviation(entry, `${path}#/${index}`, known));
}

function readDeviation(entry: unknown, place: string, known: ReadonlySet<string>): Deviation {
  const validate = isObject(entry) && 'requirement' in entry ? validateByCase : validateByFault;
  if (!validate(entry)) {
    const [first] = validate.errors ?? [];
    const hint = 'each entry has fault (12 hex digits of a report), reason and expires (YYYY-MM-DD), and nothing else';
    throw new UsageFault(
      `a deviation ${first?.message ?? 'is malformed'}`,
      `${place}${first?.instancePath ?? ''}`,
      hint,
    );
  }
  if ('requirement' in entry && !known.has(entry.requirement)) {
    throw new UsageFault(`there is no requirement ${entry.requirement}`, place, 'relaycert list requirements');
  }
  return entry;
}

/**
 * Matches findings with deviations.
 *
 * @param now the day by which deviations expire (UTC)
 * @param partial not all cases were run, so a deviation without a finding may belong to one that was left out
 */
export function applyDeviations(
  findings: readonly Finding[],
  deviations: readonly Deviation[],
  now: Date,
  partial: boolean,
): DeviationOutcome {
  const today = now.toISOString().slice(0, 10);
  const expired = deviations.filter((deviation) => deviation.expires < today);
  const valid = deviations.filter((deviation) => deviation.expires >= today);
  const met = new Map<Deviation, Set<string>>();
  const accepted: Finding[] = [];
  const refused: Finding[] = [];
  for (const finding of findings) {
    const matching = valid.filter((deviation) => accepts(deviation, finding));
    for (const deviation of matching) {
      met.set(deviation, (met.get(deviation) ?? new Set()).add(finding.fault));
    }
    (matching.length > 0 ? accepted : refused).push(finding);
  }
  const stale = partial ? [] : valid.filter((deviation) => !met.has(deviation));
  const byCase = [...met].flatMap(([deviation, faults]) =>
    'fault' in deviation ? [] : [{ deviation, faults: [...faults].sort() }],
  );
  return { refused, accepted, stale, expired, byCase };
}

function accepts(deviation: Deviation, finding: Finding): boolean {
  return 'fault' in deviation
    ? deviation.fault === finding.fault
    : deviation.requirement === finding.requirement && casePattern(deviation.case).test(finding.casePath);
}

function casePattern(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
