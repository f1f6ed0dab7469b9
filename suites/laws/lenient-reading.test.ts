import { describe, expect, it } from 'vitest';
import { engineIssues } from '../../src/contract/grammar/engine-issues.ts';
import { rulesByEvent, withInner } from '../../src/contract/grammar/families.ts';
import { stateOutOfPlace, statesWithout } from '../../src/contract/grammar/states.ts';
import { issueIds } from '../../src/contract/issue-ids.ts';
import { loadContract } from '../../src/contract/load.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../src/core/exchange.ts';
import type { Frame } from '../../src/core/frame.ts';
import { isObject, type JsonObject, parseJson } from '../../src/core/json.ts';
import type { Reading } from '../../src/core/reading.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { argumentsOf, type RawAnswer, type RawChoice } from '../support/raw-iterators/raw-answer.ts';
import { rawIterators } from '../support/raw-iterators/table.ts';
import { mustIssueIds, ownRecordings, recordedCapture } from '../support/streams/law-streams.ts';

/** Streams with more frames than this lose a part of them only, one each: the first, the last, and some between. */
const everyFrame = 60;

/** Events that open an answer or a part of it. */
const opening = /_start$|\.added$|^response\.created$/;

const streams = ownRecordings.filter(({ mode, provenance }) => mode === 'stream' && provenance === 'synthesised');

function payloadOf({ data }: Frame): JsonObject | undefined {
  const parsed = parseJson(data);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

function typeOf(frame: Frame): string {
  const type = payloadOf(frame)?.['type'];
  return frame.data === '[DONE]' ? frame.data : typeof type === 'string' ? type : 'chunk';
}

/** These frames of a reading, in this order, read as a whole stream; and what a loop over them has. */
function readFrames(
  { dialect, mode, facts }: Recording,
  { capture }: Reading,
  frames: readonly Frame[],
): { readonly reading: Reading; readonly raw: RawAnswer | undefined } {
  const bytes = joinChunks(capture.chunks);
  const chunks = frames.map(({ span: [from, to] }) => ({ atMs: 0, bytes: bytes.subarray(from, to) }));
  const payloads = frames.map(payloadOf).filter((payload) => payload !== undefined);
  const reading = readCapture(dialect, mode, { ...capture, chunks }, { facts });
  return { reading, raw: rawIterators[dialect]?.read(payloads) };
}

/** What the contract's reader has, in the form of a raw iterator. */
function answerOf({ outcome }: Reading): RawAnswer {
  const { input, output } = outcome.usage;
  const choices = outcome.choices.map(({ index, text, reasoning, refusal, tools, finish }): [number, RawChoice] => [
    index,
    { text, reasoning, refusal, arguments: tools.map((tool) => argumentsOf(tool.argumentsRaw)), finish: finish?.raw },
  ]);
  return {
    choices: new Map(choices),
    input: input.state === 'reported' ? input.value : undefined,
    output: output.state === 'reported' ? output.value : undefined,
  };
}

/** Without choices of which nothing was said: what has an index is not yet an answer. */
function said({ choices, input, output }: RawAnswer): RawAnswer {
  const spoken = [...choices].filter(
    ([, { text, reasoning, refusal, arguments: calls, finish }]) =>
      finish !== undefined || calls.length > 0 || `${text}${reasoning}${refusal}` !== '',
  );
  return { choices: new Map(spoken), input, output };
}

/** Ids of the issues that are more than notes. */
function toldIds({ issues }: Reading): readonly string[] {
  return issues.filter(({ level }) => level !== 'TOL').map(({ id }) => id);
}

/** A name, and what is left of the stream. */
type Broken = readonly [what: string, frames: readonly Frame[]];

/** The stream without each frame (of long ones, some), and without each kind of event. */
function losses({ frames }: Reading, structure: readonly string[]): readonly Broken[] {
  const step = Math.ceil(frames.length / everyFrame);
  const single = frames.filter((frame, at) => at % step === 0 || structure.includes(typeOf(frame)));
  const types = [...new Set(frames.map(typeOf))].filter((type) => type !== 'chunk');
  return [
    ['whole', frames],
    ...single.map(
      (lost): Broken => [`without frame ${lost.index}, ${typeOf(lost)}`, frames.filter((frame) => frame !== lost)],
    ),
    ...types.map((type): Broken => [`without any ${type}`, frames.filter((frame) => typeOf(frame) !== type)]),
  ];
}

/** The stream with each opening behind the event that should follow it. */
function lateOpenings({ frames }: Reading): readonly Broken[] {
  return frames.flatMap((frame, at): readonly Broken[] => {
    const next = frames[at + 1];
    return next !== undefined && opening.test(typeOf(frame)) && !frame.data.includes('"server_tool_use"')
      ? [[`with frame ${at}, ${typeOf(frame)}, late`, frames.toSpliced(at, 2, next, frame)]]
      : [];
  });
}

describe.each(Object.entries(rawIterators))('of a stream of %s', (dialect, { structure }) => {
  const readings = streams
    .filter((recording) => recording.dialect === dialect)
    .map((recording) => {
      const { mode, facts } = recording;
      return { recording, whole: readCapture(recording.dialect, mode, recordedCapture(recording), { facts }) };
    });

  it('that lost an event, the reader has what a client has that looks at each event by itself', () => {
    for (const { recording, whole } of readings) {
      for (const [what, frames] of losses(whole, structure)) {
        const place = `${recording.name} ${what}`;
        const { reading, raw } = readFrames(recording, whole, frames);
        expect(said(answerOf(reading)), place).toEqual(raw && said(raw));
        if (whole.frames.some((frame) => !frames.includes(frame) && structure.includes(typeOf(frame)))) {
          // What no reader misses is a should, and the answer is whole (contracts/<dialect>/readers.json).
          expect(toldIds(reading), place).not.toEqual([]);
          expect(mustIssueIds(reading).length > 0 && reading.outcome.integrity === 'complete', place).toBe(false);
        }
      }
    }
    expect(readings.length).toBeGreaterThan(10);
  });

  it('whose parts open late, it has that, too, and the answer does not pass for whole', () => {
    for (const { recording, whole } of readings) {
      for (const [what, frames] of lateOpenings(whole)) {
        const place = `${recording.name} ${what}`;
        const { reading, raw } = readFrames(recording, whole, frames);
        expect(said(answerOf(reading)), place).toEqual(raw && said(raw));
        expect(mustIssueIds(reading), place).not.toEqual([]);
        expect(reading.outcome.integrity, place).not.toBe('complete');
      }
    }
  });
});

describe.each(dialectIds)('before an answer of %s is read on, a must is told', (dialect) => {
  const { contract } = loadContract(dialect);
  const { start = 'start' } = contract;
  const known = issueIds(contract);
  const events = [...rulesByEvent(contract)];
  const levelOf = ({ id }: { readonly id: string }): string => `${id} ${known.get(id)?.level}`;
  const isMust = expect.stringMatching(/ (BRK|SPEC)$/);

  it('where an instance is not open', () => {
    const repairing = withInner(events.flatMap(([, rules]) => rules)).filter(({ repair }) => repair !== undefined);
    const scopes = [...new Set(repairing.flatMap(({ use }) => use ?? []))];
    expect(scopes.map((scope) => levelOf(engineIssues.scopeNotOpen(scope)))).toEqual(scopes.map(() => isMust));
  });

  it('where an event is out of place', () => {
    const read = events.filter(([, rules]) => stateOutOfPlace(rules, start) !== undefined);
    const issues = read.flatMap(([name]) =>
      statesWithout(name, new Map(events), start).map((state) => engineIssues.state(state, name)),
    );
    expect(issues.map(levelOf)).toEqual(issues.map(() => isMust));
    expect(events.length).toBeGreaterThan(0);
  });
});
