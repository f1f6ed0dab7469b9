import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Coordinates, DomainEvent, DomainEventKind } from '../../src/core/domain-event.ts';
import { type Capture, joinChunks } from '../../src/core/exchange.ts';
import { isMustLevel } from '../../src/core/issue.ts';
import { parseJson } from '../../src/core/json.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { Mode } from '../../src/core/route.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { corpusFolder, corpusRows } from '../support/corpus/corpus.ts';
import { corpusDialects, speaks } from '../support/corpus/dialects.ts';
import { messagesBytes, mutant } from '../support/streams/event-mutants.ts';
import { captureOf, corpusCapture, ownRecordings, recordedCapture } from '../support/streams/law-streams.ts';

type PlacedEvent = Extract<DomainEvent, { readonly at: Coordinates }>;

const isPlaced = (event: DomainEvent): event is PlacedEvent => 'at' in event;

/** The texts of all parts, from adding up deltas without the reader's own code: choice, part, text. */
function sums(events: readonly DomainEvent[]): readonly string[] {
  const texts = new Map<string, { readonly at: Coordinates; text: string }>();
  for (const event of events.filter(isPlaced)) {
    const key = `${event.at.choice} ${event.at.part}`;
    const entry = texts.get(key) ?? { at: event.at, text: '' };
    entry.text += 'text' in event ? event.text : '';
    texts.set(key, entry);
  }
  return [...texts.values()]
    .sort((left, right) => left.at.choice - right.at.choice || left.at.part - right.at.part)
    .map(({ at, text }) => `${at.choice}: ${text}`);
}

function finalTexts({ choices }: Outcome): readonly string[] {
  return choices.flatMap(({ index, parts }) => parts.map(({ content }) => `${index}: ${content}`));
}

const starts: readonly DomainEventKind[] = ['content.started', 'reasoning.started', 'tool.started'];
const completions: readonly DomainEventKind[] = ['content.completed', 'reasoning.completed', 'tool.completed'];
const terminals: readonly DomainEventKind[] = ['response.completed', 'response.incomplete', 'response.failed'];

/** What is wrong with the order of the events, one sentence each. */
function disorder({ events, frames, issues }: Reading): readonly string[] {
  const wrong: string[] = [];
  const open = new Set<string>();
  const closed = new Set<string>();
  let frame = 0;
  for (const [position, event] of events.entries()) {
    if (event.frame < frame || event.frame > Math.max(0, frames.length - 1)) {
      wrong.push(`${event.kind} of frame ${event.frame} after frame ${frame}, of ${frames.length}`);
    }
    frame = event.frame;
    if (terminals.includes(event.kind) && position !== events.length - 1) {
      wrong.push(`${event.kind} is not the last`);
    }
    // What comes where it may not is read all the same, and told.
    const isTold = issues.some((issue) => issue.frame === event.frame && isMustLevel(issue.level));
    if (event.kind === 'response.started' && !isTold && events.slice(0, position).some(isPlaced)) {
      wrong.push('response.started after content');
    }
    if (isPlaced(event)) {
      const part = `${event.at.choice}/${event.at.part}`;
      if (starts.includes(event.kind) && (open.has(part) || closed.has(part))) {
        wrong.push(`${part} starts twice`);
      }
      if (completions.includes(event.kind) && !open.has(part)) {
        wrong.push(`${part} is completed but not open`);
      }
      if (event.kind.endsWith('.delta') && event.kind !== 'refusal.delta' && !isTold && !open.has(part)) {
        wrong.push(`${event.kind} for ${part}, which is not open`);
      }
      if (starts.includes(event.kind)) {
        open.add(part);
      }
      if (completions.includes(event.kind)) {
        open.delete(part);
        closed.add(part);
      }
    }
  }
  return wrong;
}

/** Where the spans of the frames leave a hole, overlap, or miss the end. */
function untiled({ frames, capture }: Reading): string | undefined {
  let covered = 0;
  for (const { span, index } of frames) {
    if (span[0] !== covered || span[1] <= span[0]) {
      return `frame ${index} is [${span[0]}, ${span[1]}) after ${covered}`;
    }
    covered = span[1];
  }
  const bytes = joinChunks(capture.chunks).length;
  return covered === bytes ? undefined : `${covered} of ${bytes} bytes`;
}

function expectToAddUp(name: string, dialect: DialectId, mode: Mode, capture: Capture): Reading {
  const reading = readCapture(dialect, mode, capture);
  expect(finalTexts(reading.outcome), name).toEqual(sums(reading.events));
  expect(disorder(reading), name).toEqual([]);
  expect(untiled(reading), name).toBeUndefined();
  expect(reading.outcome.counters.domain.events, name).toBe(reading.events.length);
  return reading;
}

describe('the deltas of a stream add up to its parts, its events rise with its frames, and its frames tile its bytes', () => {
  it.each(ownRecordings)('in the recording $dialect/$name', (recording) => {
    const { dialect, mode, name } = recording;
    const { outcome } = expectToAddUp(name, dialect, mode, recordedCapture(recording));
    const [choice] = outcome.choices;
    // The channels are views over the parts.
    expect(choice?.text).toBe(
      choice?.parts
        .filter(({ kind }) => kind === 'text')
        .map(({ content }) => content)
        .join(''),
    );
    expect(choice?.tools.map(({ argumentsRaw }) => argumentsRaw)).toEqual(
      choice?.parts.filter(({ kind }) => kind === 'tool').map(({ content }) => content),
    );
  });

  it('in recordings that were cut or damaged', () => {
    for (const { dialect, mode, name, script } of ownRecordings.filter((given) => given.name !== 'long-text')) {
      for (let seed = 0; seed < 30; seed += 1) {
        const random = createRandom(`${name} ${seed}`);
        const bytes = joinChunks(script.writes).slice(0, 1 + random.integer(joinChunks(script.writes).length));
        for (let hits = random.integer(4); hits > 0; hits -= 1) {
          bytes[random.integer(bytes.length)] = random.pick([0x0a, 0x0d, 0x20, 0x22, 0x30, 0x7d, 0xff]);
        }
        const ending = random.pick(['clean', 'rst'] as const);
        expectToAddUp(`${name}, seed ${seed}`, dialect, mode, captureOf(bytes, { ending }));
      }
    }
  });

  it('in Messages streams whose events were dropped, doubled, moved or changed', () => {
    const streams = ownRecordings.filter(
      ({ dialect, name }) => dialect === 'anthropic-messages' && name !== 'long-text',
    );
    for (const recording of streams) {
      const payloads = readCapture('anthropic-messages', 'stream', recordedCapture(recording)).frames.flatMap(
        ({ data }) => {
          const parsed = parseJson(data);
          return parsed.ok ? [parsed.value] : [];
        },
      );
      for (let seed = 0; seed < 100; seed += 1) {
        const changed = mutant(payloads, createRandom(`${recording.name} ${seed}`));
        const capture = captureOf(messagesBytes(changed.payloads));
        expectToAddUp(`${recording.name}, ${changed.names.join(', ')}`, 'anthropic-messages', 'stream', capture);
      }
    }
  });

  it.skipIf(corpusFolder() === undefined).each(corpusDialects)(
    'in all recorded %s traffic (needs ../shared/corpus)',
    (dialect, { fewest }) => {
      const rows = corpusRows().filter((row) => speaks(row, dialect));
      for (const row of rows) {
        expectToAddUp(row.file, dialect, row.stream ? 'stream' : 'body', corpusCapture(row));
      }
      expect(rows.length).toBeGreaterThanOrEqual(fewest.streams + fewest.bodies);
    },
  );
});
