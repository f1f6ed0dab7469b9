import type { Clock } from '../../core/clock.ts';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import type { Attempt, Evidence } from '../../core/evidence.ts';
import { byteCount, type Capture, type Deadlines } from '../../core/exchange.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Policies } from '../../core/policies.ts';
import type { Reading } from '../../core/reading.ts';
import type { Mode } from '../../core/route.ts';
import { answerFacts, type NeutralRequest, type Turn } from '../../core/scenario.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { readCapture } from '../../outcome/read-capture.ts';
import { sendProbe } from '../../probe/probe.ts';
import type { Recording } from '../../recording/recording.ts';
import { askInDialect } from '../../recording/scenario-dialects.ts';
import type { CaseFinder } from '../../upstream/case-token.ts';
import { caseHeader } from '../../upstream/case-token.ts';
import type { CaseJournal, JournalEntry } from '../../upstream/journal.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { caseToken } from '../plan/case-id.ts';
import type { PlannedCase, PlannedMutation } from '../plan/planned-case.ts';
import { attemptFacts } from './attempt-facts.ts';
import { createStimulus, recordingInDialect, type Stimulus } from './stimulus.ts';

/** What all cases of a run share. */
export interface CaseEnvironment {
  readonly clock: Clock;
  readonly upstream: Upstream;
  readonly baseUrl: string;
  readonly deadlines: Deadlines;
  /** Milliseconds by which our own process has been late so far; deadlines wait as much longer. */
  readonly delayed: () => number;
  readonly policies: Policies;
  readonly seed: string;
  /** All that can be replayed, for relays that ask in another dialect than their route names. */
  readonly recordings: readonly Recording[];
  /** How the case's requests are found at the upstream, settled by the preflight of the route. */
  readonly finder: CaseFinder;
  /** Sent as the API key where the route has none; relays forward it. Never a real one. */
  readonly apiKey: string;
}

/**
 * Runs one case through the relay and keeps everything that was seen on both sides.
 *
 * @param planned on a route whose placeholders are replaced
 */
export async function runCase(
  planned: PlannedCase,
  environment: CaseEnvironment,
  baseline?: Outcome,
): Promise<Evidence> {
  const { clock, upstream, baseUrl, deadlines } = environment;
  const { route, mode } = planned;
  const client = dialects[route.client];
  const token = caseToken(planned.id);
  const request = withToken({ ...planned.request, model: route.model }, token);
  const stimulus = createStimulus(planned, environment.seed, (dialect) =>
    recordingInDialect(environment.recordings, planned.recording, dialect),
  );
  const journal = upstream.expect(token, stimulus.answer, environment.finder);
  try {
    const capture = await sendProbe({
      url: `${baseUrl}${route.basePath ?? ''}${route.path ?? client.request.path(route.model, mode)}`,
      headers: { ...client.request.headers(route.key ?? environment.apiKey), ...route.headers, [caseHeader]: token },
      body: askInDialect(client.request.build(request), planned.scenario, route.client),
      deadlines,
      clock,
      delayed: environment.delayed,
      upstreamEnded: journal.settled(),
      upstreamEndedAt: journal.endedAt,
    });
    await settle(journal, clock);
    return {
      caseId: planned.id,
      route,
      mode,
      ...(planned.mutation === undefined ? {} : { mutation: describeMutation(planned.mutation, stimulus.unapplied()) }),
      request,
      client: readCapture(route.client, mode, capture, {
        facts: answerFacts(request),
        ...(route.client === route.upstream ? { traits: traitsOf(planned.recording, mode) } : {}),
      }),
      ...(baseline === undefined ? {} : { baseline }),
      attempts: journal.attempts.map((entry, index) => toAttempt(entry, index, stimulus, route.upstream)),
      policies: environment.policies,
    };
  } finally {
    journal.release();
  }
}

function describeMutation(
  { id, effect }: PlannedMutation,
  unapplied: string | undefined,
): NonNullable<Evidence['mutation']> {
  return { id, effect, ...(unapplied === undefined ? {} : { unapplied }) };
}

/** Milliseconds that a relay gets to close its side of an upstream call when its client already has everything. */
const settleMs = 250;

/** The token goes on the last line of the last user message, which relays do not rewrite. */
function withToken(request: NeutralRequest, token: string): NeutralRequest {
  const last = request.turns.findLastIndex(({ role }) => role === 'user');
  const turns: readonly Turn[] = request.turns.map((turn, index) =>
    index === last && turn.role === 'user' ? { ...turn, text: `${turn.text}\n${token}` } : turn,
  );
  return { ...request, turns };
}

async function settle(journal: CaseJournal, clock: Clock): Promise<void> {
  if (journal.attempts.length > 0) {
    await Promise.race([journal.settled(), clock.sleep(settleMs)]);
  }
}

function toAttempt(
  entry: JournalEntry,
  index: number,
  { recordingFor }: Pick<Stimulus, 'recordingFor'>,
  named: DialectId,
): Attempt {
  const { request, written, scripted, abortSeen } = entry;
  const { dialect, mode, neutral } = request;
  const recording = recordingFor(dialect);
  const facts = attemptFacts(neutral, recording);
  const read = (capture: Capture): Reading =>
    readCapture(dialect, mode, capture, {
      facts,
      drift: false,
      traits: recording === undefined ? [] : traitsOf(recording, mode),
    });
  return {
    index,
    dialect,
    mode,
    request: neutral,
    abortSeen,
    ...(dialect === named ? {} : { fallback: true as const }),
    ...(leftEarly(written, scripted)
      ? { reading: read(scripted), received: read(written) }
      : { reading: read(written) }),
  };
}

/** The relay left before it had all that the upstream was to write. */
function leftEarly(written: Capture, scripted: Capture): boolean {
  return written.ending === 'aborted' && byteCount(written.chunks) < byteCount(scripted.chunks);
}

/** A folded body comes from our own encoder, which has no habits of a server. */
function traitsOf(recording: Recording, mode: Mode): readonly string[] {
  return mode === recording.mode ? (recording.traits ?? []) : [];
}
