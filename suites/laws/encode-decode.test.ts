import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Reading } from '../../src/core/reading.ts';
import { toUsage, type Usage, type UsageNumbers } from '../../src/core/usage.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { type Answer, type AnswerPart, answers } from '../support/streams/answer-arbitraries.ts';
import {
  argumentsMeaning,
  finishesFor,
  loses,
  type Said,
  saidBy,
  sayable,
} from '../support/streams/answer-substance.ts';
import { captureOf, mustIssueIds } from '../support/streams/law-streams.ts';
import { streamBytes, streamHeaders } from '../support/streams/stream-bytes.ts';

const options = { id: 'response-0', model: 'model-0', created: 1_764_460_800, includeUsage: true };

function decodeEncoded(dialect: DialectId, answer: Answer): Reading {
  const encoder = dialects[dialect].createEncoder(options);
  const frames = answer.events.flatMap((event) => encoder.push(event));
  return readCapture(dialect, 'stream', captureOf(streamBytes(dialect, frames), { headers: streamHeaders(dialect) }));
}

function decodeBody(dialect: DialectId, outcome: Reading['outcome']): Reading {
  const text = JSON.stringify(dialects[dialect].encodeBody(outcome, options));
  return readCapture(
    dialect,
    'body',
    captureOf(Buffer.from(text), { headers: [['content-type', 'application/json']] }),
  );
}

/** Whether the limit ended the turn before the call was whole. */
const isCut = (part: AnswerPart): boolean => part.kind === 'tool' && !part.completed;

/** The parts that the dialect has a form for. */
function sayableParts(dialect: DialectId, parts: readonly AnswerPart[]): readonly AnswerPart[] {
  return loses(dialect, 'cut tool calls') ? parts.filter((part) => !isCut(part)) : parts;
}

const joined = (parts: readonly AnswerPart[], kind: AnswerPart['kind']): string =>
  parts.flatMap((part) => (part.kind === kind ? part.deltas : [])).join('');

/** The choices that the dialect has room for. */
function sayableChoices(dialect: DialectId, { choices }: Answer): Answer['choices'] {
  return loses(dialect, 'choices after the first') ? choices.slice(0, 1) : choices;
}

/** An answer whose every finish the dialect has a word for; others become errors. */
function finishable(dialect: DialectId, given: Parameters<typeof answers>[0]): fc.Arbitrary<Answer> {
  return answers(given).filter((answer) =>
    sayableChoices(dialect, answer).every(
      ({ finish, parts }) => finishesFor(dialect, finish, isRefused(parts)).length > 0,
    ),
  );
}

const isRefused = (parts: readonly AnswerPart[]): boolean => parts.some(({ kind }) => kind === 'refusal');

/** What the answer says in one choice. Its refusal, if it has one, is its last part. */
function prescribed(parts: readonly AnswerPart[]): Said {
  const calls = (kind: 'tool' | 'server_tool'): Said['tools'] =>
    parts.flatMap((part) =>
      part.kind === kind ? [{ id: part.id, name: part.name, arguments: argumentsMeaning(part.deltas.join('')) }] : [],
    );
  return {
    text: joined(parts, 'text'),
    reasoning: joined(parts, 'reasoning'),
    refusal: joined(parts, 'refusal'),
    tools: calls('tool'),
    serverTools: calls('server_tool'),
    signatures: parts.flatMap((part) =>
      part.kind === 'reasoning' && part.signature !== undefined ? [part.signature] : [],
    ),
  };
}

/** Whole usage survives. A dialect may leave out half a usage, but nothing unknown becomes a number. */
function expectUsage(dialect: DialectId, { cacheWrite, reasoning, ...others }: UsageNumbers, decoded: Usage): void {
  const usage: UsageNumbers = {
    ...others,
    ...(cacheWrite === undefined || loses(dialect, 'cache writes') ? {} : { cacheWrite }),
    ...(reasoning === undefined || loses(dialect, 'reasoning tokens') ? {} : { reasoning }),
  };
  const { input, output } = usage;
  const whole = input !== undefined && output !== undefined;
  const expected = toUsage(loses(dialect, 'usage total') || !whole ? usage : { ...usage, total: input + output });
  if (whole) {
    expect(decoded).toEqual(loses(dialect, 'usage total') ? { ...expected, total: { state: 'unknown' } } : expected);
    return;
  }
  for (const [field, state] of Object.entries(decoded)) {
    expect(state.state === 'unknown' ? 'unknown' : { [field]: state }).toEqual(
      state.state === 'unknown' ? 'unknown' : { [field]: Object.entries(expected).find(([key]) => key === field)?.[1] },
    );
  }
}

function expectAnswer(dialect: DialectId, answer: Answer): Reading {
  const reading = decodeEncoded(dialect, answer);
  const { outcome } = reading;
  const wanted = sayableChoices(dialect, answer);
  expect({ integrity: outcome.integrity, issues: mustIssueIds(reading) }).toEqual({
    integrity: 'complete',
    issues: [],
  });
  const id = loses(dialect, 'response id') ? undefined : answer.id;
  expect({ id: outcome.id, model: outcome.model }).toEqual({ id, model: answer.model });
  expect(outcome.choices.map(saidBy)).toEqual(
    wanted.map(({ parts }) => sayable(dialect, prescribed(sayableParts(dialect, parts)))),
  );
  for (const [index, choice] of wanted.entries()) {
    const decoded = outcome.choices[index];
    expect(finishesFor(dialect, choice.finish, isRefused(choice.parts))).toContain(decoded?.finish?.kind);
    const cut = sayableParts(dialect, choice.parts).filter(isCut).length;
    expect(decoded?.tools.filter(({ runnable }) => !runnable).length).toBeGreaterThanOrEqual(cut);
    if (choice.finish === 'tool_calls') {
      expect(decoded?.tools.every(({ runnable }) => runnable)).toBe(true);
    }
  }
  expectUsage(dialect, answer.usage, outcome.usage);
  return reading;
}

interface Told {
  readonly kind: string;
  readonly content: string;
}

/** Neighbouring texts joined, and empty texts left out. */
function withoutBorders(parts: readonly Told[]): readonly Told[] {
  const merged: Told[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const channel = part.kind === 'text' || part.kind === 'reasoning';
    if (channel && last?.kind === part.kind) {
      merged.splice(-1, 1, { ...last, content: last.content + part.content });
    } else if (!channel || part.content !== '') {
      merged.push(part);
    }
  }
  return merged;
}

const ways = [
  { way: 'one part after the other', interleaved: false, numRuns: 400 },
  { way: 'calls and choices taking turns', interleaved: true, numRuns: 400 },
];

describe.each(dialectIds)('what %s encodes', (dialect) => {
  it.each(ways)('decodes to the same answer, except for declared losses: $way', ({ interleaved, numRuns }) => {
    fc.assert(
      fc.property(finishable(dialect, { most: 3, interleaved }), (answer) => {
        expectAnswer(dialect, answer);
      }),
      { numRuns, seed: 20_261_130 },
    );
  });

  it.each(ways)('says in a body what it says in a stream: $way', ({ interleaved, numRuns }) => {
    fc.assert(
      fc.property(finishable(dialect, { most: 3, interleaved }), (answer) => {
        const streamed = decodeEncoded(dialect, answer).outcome;
        const reading = decodeBody(dialect, streamed);
        // Where arguments are an object, a call that was cut in the middle has no form.
        const cut = streamed.choices.some(({ tools }) =>
          tools.some(({ arguments: read }) => read.state === 'unparsable'),
        );
        if (
          cut &&
          reading.outcome.choices.some(({ tools }, at) => tools.length !== streamed.choices[at]?.tools.length)
        ) {
          expect(loses(dialect, 'digits of numbers in a body')).toBe(true);
          return;
        }
        const { integrity, usage, id, model } = reading.outcome;
        expect({ integrity, issues: mustIssueIds(reading) }).toEqual({ integrity: 'complete', issues: [] });
        expect({ usage, id, model }).toEqual({ usage: streamed.usage, id: streamed.id, model: streamed.model });
        expect(reading.outcome.choices.map(saidBy)).toEqual(streamed.choices.map(saidBy));
        expect(reading.outcome.choices.map(({ finish }) => finish)).toEqual(
          streamed.choices.map(({ finish }) => finish),
        );
      }),
      { numRuns, seed: 20_261_130 },
    );
  });

  it('keeps the parts in order, if the dialect has an order', () => {
    if (loses(dialect, 'order of channels')) {
      return;
    }
    fc.assert(
      fc.property(finishable(dialect, { most: 1, interleaved: false }), (answer) => {
        const [choice] = decodeEncoded(dialect, answer).outcome.choices;
        const kinds = (kind: AnswerPart['kind']): string =>
          kind === 'refusal' && loses(dialect, kind) ? 'text' : kind;
        // A dialect whose clients parse an empty string writes `{}` for it.
        const spelled = (kind: string, content: string): string =>
          kind.endsWith('tool') && loses(dialect, 'spelling of arguments')
            ? argumentsMeaning(content)
            : content.replace(/^\{\}$/, '');
        const told = sayableParts(dialect, answer.choices[0]?.parts ?? [])
          .filter(({ kind }) => kind === 'refusal' || !loses(dialect, kind))
          .map(({ kind, deltas }) => ({ kind: kinds(kind), content: spelled(kind, deltas.join('')) }));
        const decoded = choice?.parts.map(({ kind, content }) => ({ kind, content: spelled(kind, content) })) ?? [];
        expect(decoded).toEqual(loses(dialect, 'borders of parts') ? withoutBorders(told) : told);
      }),
      { numRuns: 400, seed: 20_261_130 },
    );
  });

  it('sends arguments as exactly the text that came', () => {
    if (loses(dialect, 'spelling of arguments')) {
      return;
    }
    fc.assert(
      fc.property(finishable(dialect, { most: 1, interleaved: true }), (answer) => {
        const sent = (answer.choices[0]?.parts ?? []).filter(({ kind }) => kind === 'tool');
        const tools = decodeEncoded(dialect, answer).outcome.choices[0]?.tools ?? [];
        // A dialect whose clients parse an empty string writes `{}` for it.
        expect(tools.map(({ argumentsRaw }) => argumentsRaw.replace(/^\{\}$/, ''))).toEqual(
          sent.map(({ deltas }) => deltas.join('').replace(/^\{\}$/, '')),
        );
      }),
      { numRuns: 200, seed: 20_261_130 },
    );
  });
});
