import type { Level } from '../core/level.ts';
import type { RouteName } from '../core/route.ts';
import type { Deviation } from './deviations.ts';
import type { RunHeader } from './result.ts';

/** What was tested against: two certificates with the same basis, level and seed speak of the same thing. */
export interface CertificateBasis {
  /** SHA-256 over all that was configured of the relay. */
  readonly configHash: string;
  /** All positions of every mutation on every recording. */
  readonly exhaustive: boolean;
  /** Version of the contract of each dialect. */
  readonly contracts: Readonly<Record<string, string>>;
  /** SHA-256 over all recordings. */
  readonly recordingsHash: string;
  /** Ids of the requirements that were checked. */
  readonly requirements: readonly string[];
  /** What has no meaning for a recording or a client, grouped: a reader can tell it from what was forgotten. */
  readonly notRun: readonly NotRun[];
}

export interface NotRun {
  /** Absent where the recordings themselves were not run, because a client cannot have asked for them. */
  readonly mutation?: string;
  readonly reason: string;
  readonly recordings: readonly string[];
}

/** `certificate.json`: what was certified, against what, and what was not run. Schema: contracts/meta/certificate.schema.json. */
export interface Certificate {
  readonly format: 'relaycert-certificate/1';
  readonly issuedAt: string;
  readonly relay: { readonly name: string; readonly version?: string; readonly configHash: string };
  readonly relaycert: string;
  readonly level: Level;
  readonly seed: string;
  readonly exhaustive: boolean;
  readonly routes: readonly RouteName[];
  readonly contracts: Readonly<Record<string, string>>;
  readonly recordingsHash: string;
  readonly requirements: readonly string[];
  readonly counts: RunCounts;
  readonly deviations: readonly Deviation[];
  readonly notRun: readonly NotRun[];
}

export interface RunCounts {
  readonly cases: number;
  readonly passed: number;
  readonly refused: number;
  /** Cases whose mutation has no meaning for what the relay asks its upstream for; they neither passed nor were refused. */
  readonly unapplied: number;
  /** By verdict, over all requirements × cases; they add up to `verdicts`. */
  readonly verdicts: number;
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly notApplicable: number;
  readonly untestable: number;
  readonly error: number;
}

/** The certificate of a run that was certified over its full plan; whether it was is for the caller to know. */
export function issueCertificate(header: RunHeader, counts: RunCounts, issuedAt: Date): Certificate {
  const { configHash, exhaustive, contracts, recordingsHash, requirements, notRun } = header.basis;
  return {
    format: 'relaycert-certificate/1',
    issuedAt: issuedAt.toISOString(),
    relay: { ...header.relay, configHash },
    relaycert: header.relaycert,
    level: header.level,
    seed: header.seed,
    exhaustive,
    routes: header.routes,
    contracts,
    recordingsHash,
    requirements,
    counts,
    deviations: header.deviations,
    notRun,
  };
}
