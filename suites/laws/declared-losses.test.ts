import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { isArray, isObject, type JsonValue } from '../../src/core/json.ts';
import type { Choice } from '../../src/core/outcome.ts';
import { type Mode, routeName } from '../../src/core/route.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { translateCapture } from '../../src/fake-relay/translate.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { loses } from '../support/streams/answer-substance.ts';
import { captureOf, ownRecordings, recordedCapture } from '../support/streams/law-streams.ts';

const encoder = { id: 'relay-1', model: 'relay-model', created: 1_764_460_800, includeUsage: true };

const routes = dialectIds.flatMap((client) =>
  dialectIds.map((upstream) => ({ client, upstream, route: routeName({ client, upstream }) })),
);

/** What both sides say, or undefined if only an error reaches the client. */
function bothSides(recording: Recording, client: DialectId, mode: Mode) {
  const upstream = recording.dialect;
  const streamed = recordedCapture(recording);
  const whole = readCapture(upstream, 'stream', streamed).outcome;
  const body = Buffer.from(JSON.stringify(dialects[upstream].encodeBody(whole, encoder)));
  const capture = mode === 'stream' ? streamed : captureOf(body, { headers: [['content-type', 'application/json']] });
  const { head, writes } = translateCapture(capture, { client, upstream, mode, encoder });
  const sent = readCapture(upstream, mode, capture).outcome.choices;
  const seen = readCapture(client, mode, { head, chunks: writes, ending: 'clean', endedAtMs: 0 }).outcome;
  return seen.phase === 'completed' ? { sent, seen: seen.choices } : undefined;
}

/** The number of pieces of each kind of part and of each opaque value. A list counts as its items. */
function carried(choices: readonly Choice[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (what: string, count: number): void => {
    counts.set(what, (counts.get(what) ?? 0) + count);
  };
  for (const { kind, opaque } of choices.flatMap(({ parts }) => parts)) {
    if (!['text', 'reasoning', 'refusal', 'tool'].includes(kind)) {
      add(kind, 1);
    }
    for (const { name, value } of opaque) {
      // A block or an item is its part, and a writer may split audio into any number of pieces.
      if (!['block', 'item', 'audio'].includes(name)) {
        add(name, piecesIn(value));
      }
    }
  }
  return counts;
}

function piecesIn(value: JsonValue): number {
  const list = isObject(value) ? (value['content'] ?? value['chosenCandidates']) : value;
  return list !== undefined && isArray(list) ? list.length : 1;
}

describe.each(routes)('the faithful relay on $route', ({ client, upstream }) => {
  const recordings = ownRecordings.filter(({ dialect, mode }) => dialect === upstream && mode === 'stream');

  it.each(['stream', 'body'] as const)('loses only what it declares, in a %s', (mode) => {
    for (const recording of recordings) {
      const sides = bothSides(recording, client, mode);
      if (sides === undefined) {
        continue;
      }
      const wanted = loses(client, 'choices after the first') ? sides.sent.slice(0, 1) : sides.sent;
      const seen = carried(sides.seen);
      const lost = [...carried(wanted)].filter(([what, count]) => (seen.get(what) ?? 0) < count).map(([what]) => what);
      const undeclared = client === upstream ? lost : lost.filter((what) => !loses(client, what));
      expect(undeclared, recording.name).toEqual([]);
      const invented = [...seen].filter(([what, count]) => (carried(sides.sent).get(what) ?? 0) < count);
      expect(invented, recording.name).toEqual([]);
    }
  });
});

describe('the recordings', () => {
  it('carry everything that this law covers', () => {
    const all = ownRecordings.flatMap(
      (recording) => readCapture(recording.dialect, recording.mode, recordedCapture(recording)).outcome.choices,
    );
    const known = carried(all);
    for (const what of ['server_tool', 'other', 'audio', 'image', 'annotation', 'citation', 'logprobs', 'signature']) {
      expect(known.get(what) ?? 0, what).toBeGreaterThan(0);
    }
  });
});
