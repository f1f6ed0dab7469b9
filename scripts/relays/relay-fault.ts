import type { RunOutcome } from '../../src/certify/judge/conclude.ts';
import type { Firmness } from '../../src/certify/judge/confirmed.ts';
import { comparePlainness } from '../../src/certify/judge/plainness.ts';
import type { Finding } from '../../src/certify/judge/result.ts';
import type { ShownFrame } from '../../src/certify/judge/shown-frames.ts';
import type { Grade } from '../../src/core/grade.ts';
import type { Harm } from '../../src/core/harm.ts';
import type { Blame } from '../../src/core/requirement.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import type { Condition, Fault, FaultPlace } from '../../src/diagnosis/fault.ts';

/** One fault id of a relay on one route, with all that a person needs in order to label it. */
export interface RelayFault {
  /** 12 hex digits. */
  readonly fault: string;
  readonly requirement: string;
  readonly issue?: string;
  readonly severity: 'must' | 'should';
  readonly blame: Blame;
  readonly grade?: Grade;
  readonly harm: Harm;
  /** Ids of dialects. */
  readonly client: string;
  readonly upstream: string;
  readonly expected: string;
  readonly actual: string;
  readonly condition: Condition;
  /** Cases that show the fault in any of its forms here, of those in which its requirement could be judged. */
  readonly cases: number;
  readonly judged: number;
  /** Cases that show it in this form. */
  readonly shownBy: number;
  /** Absent where it was not looked for again. */
  readonly firmness?: Firmness;
  /** Milliseconds by which our own process was late in every case that showed it: what explains an intermittent fault. */
  readonly delayMs?: number;
  readonly frames: LabelledFrames;
  /** The plainest case that shows it. */
  readonly casePath: string;
}

/** Frames as a report shows them, such as `frame 3 of 7: {"id":…}`. */
export interface LabelledFrames {
  readonly upstream: readonly string[];
  readonly client: readonly string[];
}

/** The must- and should-faults of a run, one per id, in the order of its diagnosis. Notes are left out. */
export function faultsOf(outcome: RunOutcome): readonly RelayFault[] {
  const confirmed = new Map((outcome.confirmed ?? []).map((found) => [found.fault, found]));
  return diagnose(outcome)
    .flatMap(withConsequences)
    .flatMap((fault) => fault.places.map((place) => ({ fault, place })))
    .flatMap(({ fault, place }) => {
      const { severity } = fault;
      if (severity !== 'must' && severity !== 'should') {
        return [];
      }
      return place.ids.map((id): RelayFault => {
        const { firmness, delayMs } = confirmed.get(id) ?? {};
        return {
          ...describe(id, fault, place),
          severity,
          ...(firmness === undefined ? {} : { firmness }),
          ...(delayMs === undefined ? {} : { delayMs }),
        };
      });
    });
}

function withConsequences(fault: Fault): readonly Fault[] {
  return [fault, ...fault.consequences.flatMap(withConsequences)];
}

function describe(id: string, fault: Fault, place: FaultPlace): Omit<RelayFault, 'severity' | 'firmness' | 'delayMs'> {
  const { requirement, blame, grade, harm } = fault;
  const findings = place.findings.filter((finding) => finding.fault === id);
  const { issue, expected, actual, shown, casePath } = exampleOf(findings, fault.example);
  const [client = '', upstream = ''] = place.route.split('<');
  return {
    fault: id,
    requirement,
    ...(issue === undefined ? {} : { issue }),
    blame,
    ...(grade === undefined ? {} : { grade }),
    harm,
    client,
    upstream,
    expected,
    actual,
    condition: place.condition,
    cases: place.cases,
    judged: place.judged,
    shownBy: new Set(findings.map((finding) => finding.case)).size,
    frames: { upstream: (shown?.upstream ?? []).map(frameText), client: (shown?.client ?? []).map(frameText) },
    casePath,
  };
}

/** The plainest one whose frames may be shown. */
function exampleOf(findings: readonly Finding[], otherwise: Finding): Finding {
  const sorted = findings.toSorted(comparePlainness);
  return sorted.find(({ shown }) => shown !== undefined) ?? sorted[0] ?? otherwise;
}

function frameText({ index, of, text }: ShownFrame): string {
  return `frame ${index + 1} of ${of}: ${text}`;
}
