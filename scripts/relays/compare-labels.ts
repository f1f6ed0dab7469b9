import type { Label, LabelRow } from './labels.ts';
import type { RelayFault } from './relay-fault.ts';

/** What the faults of a run are by their labels. */
export interface LabelVerdict {
  readonly faults: number;
  readonly musts: number;
  readonly counts: Readonly<Record<Label, number>>;
  /** Share of the must-faults that are labelled pedantic, from 0 to 1. */
  readonly pedanticMusts: number;
  /** Faults without a row, or with one that nobody has labelled. */
  readonly unlabelled: readonly RelayFault[];
  /** Rows whose fault was not found. */
  readonly gone: readonly LabelRow[];
  /** Why the run fails, one sentence each; empty where it passes. */
  readonly complaints: readonly string[];
}

/** Of the musts, at most this share may be pedantic. */
const mostPedantic = 0.02;

/** @param strict rows whose fault was not found fail, too */
export function compareLabels(faults: readonly RelayFault[], rows: readonly LabelRow[], strict: boolean): LabelVerdict {
  const labels = new Map(rows.map(({ fault, label }) => [fault, label]));
  const labelled = (label: Label, some: readonly RelayFault[] = faults): number =>
    some.filter(({ fault }) => labels.get(fault) === label).length;
  const musts = faults.filter(({ severity }) => severity === 'must');
  const found = new Set(faults.map(({ fault }) => fault));
  const unlabelled = faults.filter(({ fault }) => (labels.get(fault) ?? null) === null);
  const gone = rows.filter(({ fault }) => !found.has(fault));
  const counts = { true: labelled('true'), pedantic: labelled('pedantic'), wrong: labelled('wrong') };
  const pedanticMusts = musts.length === 0 ? 0 : labelled('pedantic', musts) / musts.length;
  return {
    faults: faults.length,
    musts: musts.length,
    counts,
    pedanticMusts,
    unlabelled,
    gone,
    complaints: [
      ...(unlabelled.length > 0 ? [`${unlabelled.length} without a label`] : []),
      ...(counts.wrong > 0 ? [`${counts.wrong} labelled wrong`] : []),
      ...(pedanticMusts > mostPedantic ? [`more than ${mostPedantic * 100} % of the musts are pedantic`] : []),
      ...(strict && gone.length > 0 ? [`${gone.length} labels without their fault`] : []),
    ],
  };
}
