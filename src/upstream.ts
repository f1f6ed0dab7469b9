export { type Clock, systemClock } from './core/clock.ts';
export type { DialectId } from './core/dialect-ids.generated.ts';
export type { Capture, Chunk, Ending, Head, Header, ScriptEnding, WireScript } from './core/exchange.ts';
export type { Mode } from './core/route.ts';
export type { NeutralRequest } from './core/scenario.ts';
export { loadRecordings, type RecordingSource } from './recording/load-recordings.ts';
export type { Recording } from './recording/recording.ts';
export type { CaseFinder } from './upstream/case-token.ts';
export {
  type InProcessOptions,
  type InProcessUpstream,
  providerOrigins,
  serveInProcess,
} from './upstream/in-process.ts';
export type { Answer, CaseJournal, JournalEntry } from './upstream/journal.ts';
export { atSpeed } from './upstream/pace.ts';
export type { SeenRequest, StrayReason, StrayRequest } from './upstream/seen-request.ts';
export { createRecordingAnswer, recordingModel, type ServableRecording } from './upstream/serve.ts';
export { startUpstream, type Upstream, type UpstreamOptions } from './upstream/upstream.ts';
