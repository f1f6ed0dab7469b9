import type { CertifyOptions } from './certify/options/certify-options.ts';
import { loadRunInCode } from './certify/options/load-run.ts';
import type { RunChoices } from './certify/options/run-options.ts';
import type { RelayDefinition } from './relays/relay-definition.ts';

/**
 * The options of a run over this relay, all defaults filled in, for `certify`.
 *
 * @param relay a definition, the path of a config file, or the id of a preset
 * @throws UsageFault for whatever is wrong with the relay and the files
 */
export function defineRun(relay: RelayDefinition | string, choices: RunChoices = {}): Promise<CertifyOptions> {
  return loadRunInCode(relay, choices, process.env);
}

// Certifying a relay.
export { certify } from './certify/certify.ts';
export type { StreamFinding, StreamJudgement } from './certify/judge/apply-requirements.ts';
export type { Certificate, RunCounts } from './certify/judge/certificate.ts';
export type { RunOutcome } from './certify/judge/conclude.ts';
export type { Deviation, DeviationOutcome } from './certify/judge/deviations.ts';
export { judgeStream } from './certify/judge/judge-stream.ts';
export type { CaseResult, Finding, Topic, Verdict } from './certify/judge/result.ts';
export type { CertificateBasis, NotRun, RunHeader, Shard } from './certify/judge/run-header.ts';
export type { RunVerdict } from './certify/judge/verdict.ts';
export type { CertifyOptions } from './certify/options/certify-options.ts';
export { defaultRunOptions, type RunChoices, type RunOptions } from './certify/options/run-options.ts';
export { type PreparedRun, prepareRun } from './certify/plan/prepare-run.ts';
export type { RunListener } from './certify/run/run-listener.ts';
// Reading one side of an exchange.
export { type DialectId, dialectIds } from './core/dialect-ids.generated.ts';
export type { DomainEvent, DomainEventKind, FinishKind, PartKind } from './core/domain-event.ts';
export type { Attempt, Evidence } from './core/evidence.ts';
export type { Capture, Chunk, Ending, Head, Header, WireScript } from './core/exchange.ts';
export { HarnessFault, UsageFault } from './core/fault.ts';
export type { Frame } from './core/frame.ts';
export type { Issue, IssueLevel, IssueTopic } from './core/issue.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
export type { Level } from './core/level.ts';
export type {
  Choice,
  CloseReason,
  Counters,
  Integrity,
  Outcome,
  Part,
  Phase,
  ToolCall,
  Witnesses,
} from './core/outcome.ts';
export type { Policies } from './core/policies.ts';
export type { Reading } from './core/reading.ts';
export type { ErrorClass, ReportedError } from './core/reported-error.ts';
export type {
  Breach,
  Check,
  ExchangeRequirement,
  Proof,
  Requirement,
  Severity,
  StreamRequirement,
  VerdictKind,
} from './core/requirement.ts';
export type { Mode, Route, RouteName } from './core/route.ts';
export type { RequestFacts } from './core/scenario.ts';
export type { Source } from './core/source.ts';
export type { Usage, UsageField, UsageState } from './core/usage.ts';
export { type ReadOptions, ResponseReader, readCapture } from './outcome/read-capture.ts';
// Recordings.
export { loadRecordings, type RecordingSource } from './recording/load-recordings.ts';
export type { Provenance, RecordedRequest, Recording } from './recording/recording.ts';
export type { ReadyDefinition, RelayDefinition, RouteDefinition, StartDefinition } from './relays/relay-definition.ts';
// Reports.
export { renderJunit } from './report/junit.ts';
export { type MergedRun, mergeReports } from './report/merge.ts';
export { readReport } from './report/read-report.ts';
export type { Report } from './report/report-line.ts';
export { writeReport } from './report/report-writer.ts';
export { renderSummary, type SummaryOptions } from './report/text/summary.ts';
export { requirements } from './requirements/registry.generated.ts';
