import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { messageOf, UsageFault } from '../../core/fault.ts';
import type { Finding } from './result.ts';

/** A finding that the relay's owner has accepted. */
export interface Deviation {
  /** Requirement id. */
  readonly requirement: string;
  /** Case path with `*` for any text; `*` alone for all cases. */
  readonly case: string;
  readonly reason: string;
  /** `YYYY-MM-DD`, the last day on which it holds. */
  readonly expires: string;
}

export interface DeviationOutcome {
  /** Findings that no deviation accepts. */
  readonly refused: readonly Finding[];
  readonly accepted: readonly Finding[];
  /** Deviations whose finding no longer occurs. */
  readonly stale: readonly Deviation[];
  readonly expired: readonly Deviation[];
}

const schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      requirement: { type: 'string', pattern: '^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$' },
      case: { type: 'string', minLength: 1 },
      reason: { type: 'string', minLength: 1 },
      expires: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    },
    required: ['requirement', 'case', 'reason', 'expires'],
    additionalProperties: false,
  },
} as const;

const validate = new Ajv2020({ strict: true }).compile<readonly Deviation[]>(schema);

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
    throw new UsageFault(
      `cannot read the deviations: ${message}`,
      path,
      'a YAML list of requirement, case, reason, expires',
    );
  }
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const hint = 'each entry has requirement, case, reason and expires (YYYY-MM-DD), and nothing else';
    throw new UsageFault(
      `a deviation ${first?.message ?? 'is malformed'}`,
      `${path}#${first?.instancePath ?? ''}`,
      hint,
    );
  }
  for (const [index, deviation] of value.entries()) {
    if (!known.has(deviation.requirement)) {
      throw new UsageFault(
        `there is no requirement ${deviation.requirement}`,
        `${path}#/${index}`,
        'relaycert list requirements',
      );
    }
  }
  return value;
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
  const met = new Set<Deviation>();
  const accepted: Finding[] = [];
  const refused: Finding[] = [];
  for (const finding of findings) {
    const matching = valid.filter(
      (deviation) =>
        deviation.requirement === finding.requirement && casePattern(deviation.case).test(finding.casePath),
    );
    for (const deviation of matching) {
      met.add(deviation);
    }
    (matching.length > 0 ? accepted : refused).push(finding);
  }
  const stale = partial ? [] : valid.filter((deviation) => !met.has(deviation));
  return { refused, accepted, stale, expired };
}

function casePattern(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
