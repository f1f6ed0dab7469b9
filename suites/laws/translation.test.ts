import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { FinishKind } from '../../src/core/domain-event.ts';
import { type Capture, type Chunk, joinChunks, type WireScript } from '../../src/core/exchange.ts';
import type { Choice, Outcome } from '../../src/core/outcome.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { Mode } from '../../src/core/route.ts';
import { routeName } from '../../src/core/route.ts';
import { type UsageField, usageFields } from '../../src/core/usage.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { translateCapture } from '../../src/fake-relay/translate.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import type { Recording } from '../../src/recording/recording.ts';
import {
  finishesFor,
  isErrorFor,
  loses,
  type Said,
  saidBy,
  sayable,
  sayableChoice,
} from '../support/streams/answer-substance.ts';
import {
  captureOf,
  cutsOf,
  mustIssueIds,
  ownRecordings,
  recordedCapture,
  terminalEnd,
} from '../support/streams/law-streams.ts';
import { streamBytes, streamHeaders } from '../support/streams/stream-bytes.ts';

interface Route {
  readonly client: DialectId;
  readonly upstream: DialectId;
  readonly route: string;
}

const routes: readonly Route[] = dialectIds.flatMap((client) =>
  dialectIds.map((upstream) => ({ client, upstream, route: routeName({ client, upstream }) })),
);

const encoder = { id: 'relay-1', model: 'relay-model', created: 1_764_460_800, includeUsage: true };

function translated(route: Route, mode: Mode, upstream: Capture): WireScript {
  return translateCapture(upstream, { client: route.client, upstream: route.upstream, mode, encoder });
}

function readByClient({ client }: Route, mode: Mode, script: WireScript): Reading {
  const { head, writes } = script;
  expect(script.ending).toBe('clean');
  return readCapture(client, mode, { head, chunks: writes, ending: 'clean', endedAtMs: 0 });
}

/** What the upstream would have sent for a request without streaming. */
function bodyCapture({ dialect }: Recording, outcome: Outcome): Capture {
  const text = JSON.stringify(dialects[dialect].encodeBody(outcome, encoder));
  return captureOf(Buffer.from(text), { headers: [['content-type', 'application/json']] });
}

function rechunked(capture: Capture, seed: string): Capture {
  const bytes = joinChunks(capture.chunks);
  const random = createRandom(seed);
  const largest = random.pick([1, 5, 60, 2_000]);
  const chunks: Chunk[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + 1 + random.integer(largest));
    chunks.push({ atMs: chunks.length, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return { ...capture, chunks };
}

/** Ids survive within one dialect. Between dialects they only have to exist and be unique. */
function comparable(said: readonly Said[], sameDialect: boolean): readonly object[] {
  if (sameDialect) {
    return said;
  }
  return said.map((one) => {
    const ids = one.tools.map(({ id }) => id);
    return {
      ...one,
      tools: one.tools.map(({ id: _, ...call }) => call),
      ids: ids.every((id) => id !== '') && new Set(ids).size === ids.length,
    };
  });
}

function expectSameAnswer(route: Route, upstream: Outcome, reading: Reading, name: string): void {
  const { outcome } = reading;
  const choices = upstream.choices.map((choice) => sayableChoice(route.client, choice));
  const wanted = loses(route.client, 'choices after the first') ? choices.slice(0, 1) : choices;
  const same = route.client === route.upstream;
  expect({ integrity: outcome.integrity, issues: mustIssueIds(reading) }, name).toEqual({
    integrity: 'complete',
    issues: [],
  });
  expect(comparable(outcome.choices.map(saidBy), same), name).toEqual(
    comparable(
      wanted.map((choice) => sayable(route.client, saidBy(choice))),
      same,
    ),
  );
  for (const [at, choice] of wanted.entries()) {
    const { finish } = choice;
    const found = outcome.choices[at]?.finish;
    const kinds = same ? [finish?.kind] : finishesFor(route.client, meaningOf(choice), choice.refusal !== '');
    expect(kinds, name).toContain(found?.kind);
    expect(same ? found?.raw : finish?.raw, name).toBe(finish?.raw);
    expect(
      outcome.choices[at]?.tools.map(({ runnable }) => runnable),
      name,
    ).toEqual(choice.tools.map(({ runnable }) => runnable));
  }
  const lost: Readonly<Partial<Record<UsageField, string>>> = {
    cacheWrite: 'cache writes',
    reasoning: 'reasoning tokens',
  };
  const counted = usageFields.filter((field) => field !== 'total' && !loses(route.client, lost[field] ?? ''));
  for (const field of counted) {
    expect({ [field]: outcome.usage[field] }, name).toEqual({ [field]: upstream.usage[field] });
  }
  // A total is a sum. A dialect without a total leaves it out, and one that requires it adds up.
  const { total, input, output } = outcome.usage;
  if (total.state === 'reported' && input.state === 'reported' && output.state === 'reported') {
    expect(total.value, name).toBe(input.value + output.value);
  }
}

describe.each(routes)('the faithful relay on $route', (route) => {
  const recordings = ownRecordings.filter(({ dialect, mode }) => dialect === route.upstream && mode === 'stream');

  it.each(recordings)('tells a stream client what $name says, however its bytes come', (recording) => {
    const upstream = recordedCapture(recording);
    const { outcome } = readCapture(route.upstream, 'stream', upstream);
    const first = translated(route, 'stream', upstream);
    if (isErrorFor(route.client, outcome)) {
      expectHonestFailure(route, 'stream', upstream, outcome, recording.name);
    } else {
      expectSameAnswer(route, outcome, readByClient(route, 'stream', first), recording.name);
    }
    for (let seed = 0; seed < 5; seed += 1) {
      const script = translated(route, 'stream', rechunked(upstream, `${recording.name} ${seed}`));
      expect(Buffer.from(joinChunks(script.writes)).equals(joinChunks(first.writes)), `seed ${seed}`).toBe(true);
    }
  });

  it.each(recordings)('tells a body client what $name says, however its bytes come', (recording) => {
    const { outcome } = readCapture(route.upstream, 'stream', recordedCapture(recording));
    const upstream = bodyCapture(recording, outcome);
    const told = readCapture(route.upstream, 'body', upstream).outcome;
    const first = translated(route, 'body', upstream);
    if (isErrorFor(route.client, outcome)) {
      expectHonestFailure(route, 'body', upstream, outcome, recording.name);
    } else {
      expectSameAnswer(
        route,
        route.client === 'anthropic-messages' ? withoutCutCalls(told) : told,
        readByClient(route, 'body', first),
        recording.name,
      );
    }
    for (let seed = 0; seed < 5; seed += 1) {
      const script = translated(route, 'body', rechunked(upstream, `${recording.name} ${seed}`));
      expect(Buffer.from(joinChunks(script.writes)).equals(joinChunks(first.writes)), `seed ${seed}`).toBe(true);
    }
  });

  it('reports an error when the upstream stream ends early, wherever and however', () => {
    for (const recording of recordings) {
      const whole = readCapture(route.upstream, 'stream', recordedCapture(recording));
      const bytes = joinChunks(whole.capture.chunks);
      const cuts = cutsOf(whole, terminalEnd(whole) ?? 0, { everyByte: 0, random: 30 });
      const sampled = cuts.filter((_, index) => index % Math.ceil(cuts.length / 120) === 0);
      for (const [index, cut] of sampled.entries()) {
        const ending = (['clean', 'fin', 'rst', 'aborted'] as const)[index % 4] ?? 'clean';
        expectHonestFailure(
          route,
          'stream',
          captureOf(bytes.subarray(0, cut), { ending }),
          whole.outcome,
          recording.name,
        );
      }
    }
  });

  it('reports an error when the upstream body ends early, wherever and however', () => {
    for (const recording of recordings) {
      const { outcome } = readCapture(route.upstream, 'stream', recordedCapture(recording));
      const whole = bodyCapture(recording, outcome);
      const bytes = joinChunks(whole.chunks);
      const step = Math.max(1, Math.floor(bytes.length / 40));
      for (let cut = 0; cut < bytes.length; cut += step) {
        const ending = (['clean', 'fin', 'rst', 'aborted'] as const)[cut % 4] ?? 'clean';
        expectHonestFailure(
          route,
          'body',
          { ...whole, chunks: [{ atMs: 0, bytes: bytes.subarray(0, cut) }], ending },
          outcome,
          recording.name,
        );
      }
    }
  });

  it('reports an error when the upstream reports one, in its first event or later', () => {
    for (const recording of recordings) {
      const whole = readCapture(route.upstream, 'stream', recordedCapture(recording));
      const bytes = joinChunks(whole.capture.chunks);
      const { status, body } = dialects[route.upstream].encodeError({
        origin: 'provider',
        class: 'overloaded',
        message: 'Busy',
      });
      const said = streamBytes(route.upstream, [{ event: 'error', data: JSON.stringify(body) }]);
      for (const { span } of whole.frames.slice(0, 12)) {
        const sent = Buffer.concat([bytes.subarray(0, span[0]), said]);
        const upstream = captureOf(sent, { headers: streamHeaders(route.upstream) });
        const client = expectHonestFailure(route, 'stream', upstream, whole.outcome, recording.name);
        expect(client.outcome.error?.message).toBe('Busy');
      }
      const refused = captureOf(Buffer.from(JSON.stringify(body)), {
        status,
        headers: [['content-type', 'application/json']],
      });
      expect(expectHonestFailure(route, 'stream', refused, whole.outcome, recording.name).capture.head?.status).toBe(
        dialects[route.client].encodeError({ origin: 'provider', class: 'overloaded' }).status,
      );
    }
  });
});

/** A plain stop with calls is a tool turn, because some dialects have no other word for it. */
function meaningOf({ finish, tools }: Choice): FinishKind {
  return finish?.kind === 'stop' && tools.length > 0 ? 'tool_calls' : (finish?.kind ?? 'unknown');
}

/**
 * A body of Messages has no form for arguments that are half an object: the policy `truncatedToolCall` drops such a
 * call.
 */
function withoutCutCalls(outcome: Outcome): Outcome {
  const choices = outcome.choices.map((choice) => {
    const parts = choice.parts.filter(({ tool }) => tool?.arguments.state !== 'unparsable');
    return { ...choice, parts, tools: choice.tools.filter(({ arguments: read }) => read.state === 'parsed') };
  });
  return { ...outcome, choices };
}

/** An error of the client's own dialect, no runnable call, and nothing that the upstream never said. */
function expectHonestFailure(route: Route, mode: Mode, upstream: Capture, whole: Outcome, name: string): Reading {
  const reading = readByClient(route, mode, translated(route, mode, upstream));
  const { outcome } = reading;
  const bytes = joinChunks(upstream.chunks).length;
  const place = `${name}, ${upstream.ending} after ${bytes} bytes`;
  expect({ phase: outcome.phase, integrity: outcome.integrity, issues: mustIssueIds(reading) }, place).toEqual({
    phase: 'failed',
    integrity: 'provider_error',
    issues: [],
  });
  expect(outcome.error, place).toBeDefined();
  expect(
    outcome.choices.flatMap(({ tools }) => tools).filter(({ runnable }) => runnable),
    place,
  ).toEqual([]);
  const said = sayable(route.client, saidOf(whole));
  expect(said.text.startsWith(outcome.choices[0]?.text ?? ''), place).toBe(true);
  expect(said.reasoning.startsWith(outcome.choices[0]?.reasoning ?? ''), place).toBe(true);
  return reading;
}

function saidOf({ choices: [choice] }: Outcome): Said {
  return choice === undefined
    ? { text: '', reasoning: '', refusal: '', tools: [], serverTools: [], signatures: [] }
    : saidBy(choice);
}
