import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UsageFault } from '../../src/core/fault.ts';
import { parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { LabelledFrames, RelayFault } from './relay-fault.ts';

/**
 * What a person says of a fault. `true`: a client of the dialect loses something, misreads it, pays wrongly or breaks.
 * `pedantic`: so by the letter, and harmless. `wrong`: the relay did right, or something else is to blame.
 */
export type Label = 'true' | 'pedantic' | 'wrong';

/** One row of `suites/relays/<relay>.json`. */
export interface LabelRow
  extends Pick<
    RelayFault,
    | 'fault'
    | 'requirement'
    | 'issue'
    | 'client'
    | 'upstream'
    | 'severity'
    | 'blame'
    | 'expected'
    | 'actual'
    | 'casePath'
  > {
  /** Null: nobody has looked yet. */
  readonly label: Label | null;
  /** One sentence; empty only where there is no label. */
  readonly why: string;
  readonly frames: LabelledFrames;
}

const text = { type: 'string' } as const;
const name = { type: 'string', minLength: 1 } as const;
const frames = { type: 'array', items: name } as const;

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile<readonly LabelRow[]>({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      fault: { type: 'string', pattern: '^[0-9a-f]{12}$' },
      requirement: name,
      issue: name,
      client: name,
      upstream: name,
      severity: { enum: ['must', 'should'] },
      blame: { enum: ['introduced', 'inherited'] },
      label: { enum: ['true', 'pedantic', 'wrong', null] },
      why: text,
      expected: text,
      actual: text,
      casePath: name,
      frames: {
        type: 'object',
        properties: { upstream: frames, client: frames },
        required: ['upstream', 'client'],
        additionalProperties: false,
      },
    },
    required: [
      ...['fault', 'requirement', 'client', 'upstream', 'severity', 'blame', 'label', 'why'],
      ...['expected', 'actual', 'casePath', 'frames'],
    ],
    additionalProperties: false,
    if: { properties: { label: { type: 'string' } } },
    then: { properties: { why: name } },
  },
});

/** Where the labels of a relay are kept. */
export function labelsFile(relay: string): string {
  return join(packageRoot, 'suites/relays', `${relay}.json`);
}

/**
 * The labels of a relay; none where its file is missing.
 *
 * @throws UsageFault for the first row that is wrong, and for a fault that has two rows
 */
export function readLabels(path: string): readonly LabelRow[] {
  if (!existsSync(path)) {
    return [];
  }
  const parsed = parseJson(readFileSync(path, 'utf8'));
  if (!parsed.ok) {
    throw new UsageFault('the labels are not JSON', path, 'an array of rows, as --label-new writes them');
  }
  const rows: unknown = parsed.value;
  if (!validate(rows)) {
    const [first] = validate.errors ?? [];
    const place = `${path} ${first?.instancePath ?? ''}`.trim();
    throw new UsageFault(`a row ${first?.message ?? 'is malformed'}`, place, 'compare it with the rows beside it');
  }
  const seen = new Set<string>();
  for (const [index, { fault }] of rows.entries()) {
    if (seen.has(fault)) {
      throw new UsageFault(`fault ${fault} has two rows`, `${path} /${index}`, 'remove one of them');
    }
    seen.add(fault);
  }
  return rows;
}

/** Rows in a stable order, so that a change shows as a change of few lines. */
export function writeLabels(path: string, rows: readonly LabelRow[]): void {
  const sorted = rows.toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
}

function orderOf({ client, upstream, requirement, issue = '', fault }: LabelRow): string {
  return [client, upstream, requirement, issue, fault].join(' ');
}

/** A row that waits for its label. */
export function unlabelledRow(found: RelayFault): LabelRow {
  const { fault, requirement, issue, client, upstream, severity, blame } = found;
  const { expected, actual, casePath, frames } = found;
  return {
    ...{ fault, requirement, ...(issue === undefined ? {} : { issue }), client, upstream, severity, blame },
    ...{ label: null, why: '', expected, actual, casePath, frames },
  };
}
