import { describe, expect, it } from 'vitest';
import type { FinishValue } from '../../../src/contract/contract-format.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { FinishKind } from '../../../src/core/domain-event.ts';
import { type AnswerTraits, finishWord } from '../../../src/dialects/finish-word.ts';

const plain: AnswerTraits = { clientTools: false, refusalText: false, lostCall: false };

/** Every answer that a finish reason can depend on. */
const answers: readonly AnswerTraits[] = [false, true].flatMap((clientTools) =>
  [false, true].flatMap((refusalText) =>
    [false, true].map((lostCall) => ({ clientTools, refusalText, lostCall: clientTools && lostCall })),
  ),
);

const finishKinds: readonly FinishKind[] = [
  ...(['stop', 'stop_sequence', 'length', 'context_length', 'tool_calls', 'pause', 'refusal'] as const),
  ...(['content_filter', 'compaction', 'error', 'malformed', 'unknown'] as const),
];

/** What is written for each meaning when nothing else is known of the answer; undefined where only an error may end it. */
const written = {
  'anthropic-messages': {
    stop: 'end_turn',
    stop_sequence: 'stop_sequence',
    length: 'max_tokens',
    context_length: 'model_context_window_exceeded',
    tool_calls: 'tool_use',
    pause: 'pause_turn',
    refusal: 'refusal',
    content_filter: 'refusal',
    compaction: 'compaction',
    unknown: 'end_turn',
    error: undefined,
    malformed: undefined,
  },
  'gemini-generate': {
    stop: 'STOP',
    stop_sequence: 'STOP',
    length: 'MAX_TOKENS',
    context_length: 'MAX_TOKENS',
    tool_calls: 'STOP',
    pause: 'OTHER',
    refusal: 'SAFETY',
    content_filter: 'SAFETY',
    compaction: 'OTHER',
    unknown: 'OTHER',
    error: undefined,
    malformed: 'MALFORMED_FUNCTION_CALL',
  },
  'openai-chat': {
    stop: 'stop',
    stop_sequence: 'stop',
    length: 'length',
    context_length: 'length',
    tool_calls: 'tool_calls',
    pause: 'length',
    refusal: 'content_filter',
    content_filter: 'content_filter',
    compaction: 'stop',
    unknown: 'stop',
    error: undefined,
    malformed: undefined,
  },
  'openai-responses': {
    stop: 'completed',
    stop_sequence: 'completed',
    length: 'max_output_tokens',
    context_length: 'max_output_tokens',
    tool_calls: 'completed',
    pause: 'max_messages',
    refusal: 'content_filter',
    content_filter: 'content_filter',
    compaction: 'completed',
    unknown: 'completed',
    error: undefined,
    malformed: undefined,
  },
} as const satisfies Partial<Record<DialectId, Readonly<Record<FinishKind, string | undefined>>>>;

describe.each(Object.entries(written))('the finish reason of %s', (name, words) => {
  const dialect = dialectIds.find((id) => id === name);

  it.each(finishKinds)('for %s is the one that is expected', (kind) => {
    expect(dialect && finishWord(dialect, { kind, raw: '' }, plain)).toBe(words[kind]);
  });
});

describe.each(dialectIds)('the finish reason of %s, by its contract,', (dialect) => {
  const { read, readOnly = [], write } = loadContract(dialect).contract.finish;
  const own = Object.entries(read).filter(([raw, kind]) => !readOnly.includes(raw) && write[kind].preferred !== null);

  const preferred = (kind: FinishKind): string | undefined => write[kind].preferred ?? undefined;

  it.each(finishKinds)('for %s is the preferred one', (kind) => {
    for (const raw of ['', 'word_of_another', 'constructor', '__proto__']) {
      expect(finishWord(dialect, { kind, raw }, plain)).toBe(preferred(kind));
    }
  });

  it.each(own)('stays %s on a route within the dialect, whatever else the answer held', (raw, kind) => {
    for (const answer of answers.filter(({ lostCall }) => !lostCall)) {
      expect(finishWord(dialect, { kind, raw }, answer)).toBe(raw);
    }
  });

  it('is not kept when the raw word means something else', () => {
    for (const [raw, meaning] of own) {
      for (const kind of finishKinds.filter((other) => other !== meaning)) {
        expect(finishWord(dialect, { kind, raw }, plain)).toBe(preferred(kind));
      }
    }
  });

  it('is never a word that the dialect only reads', () => {
    for (const raw of readOnly) {
      const kind = read[raw] ?? 'unknown';
      expect(finishWord(dialect, { kind, raw }, plain)).toBe(preferred(kind));
    }
    expect(readOnly.filter((raw) => !Object.hasOwn(read, raw))).toEqual([]);
  });

  it.each(finishKinds)('for %s is one that a relay may choose', (kind) => {
    for (const answer of answers) {
      const word = finishWord(dialect, { kind, raw: '' }, answer);
      const meaning = meaningOf(kind, answer);
      // A call that is lost makes the turn malformed, which is another row.
      const rows = answer.lostCall ? [write[meaning], write.malformed] : [write[meaning]];
      const allowed = rows.flatMap(({ preferred, acceptable, error }) => [
        ...(preferred === null || error === 'acceptable' ? [undefined] : []),
        ...(preferred === null ? [] : [preferred]),
        ...acceptable.filter((value) => holds(value, answer)).map(({ value }) => value),
      ]);
      expect(allowed).toContain(word);
    }
  });
});

function meaningOf(kind: FinishKind, { clientTools, refusalText }: AnswerTraits): FinishKind {
  if (kind !== 'stop') {
    return kind;
  }
  return clientTools ? 'tool_calls' : refusalText ? 'refusal' : 'stop';
}

function holds({ if: condition }: FinishValue, { clientTools, refusalText }: AnswerTraits): boolean {
  return condition === undefined || (condition === 'refusal-text' ? refusalText : !clientTools);
}

describe('what else the answer holds', () => {
  it.each<[DialectId, string]>([
    ['anthropic-messages', 'tool_use'],
    ['gemini-generate', 'STOP'],
    ['openai-chat', 'tool_calls'],
    ['openai-responses', 'completed'],
  ])('makes a plain stop with calls a tool turn: for %s it is %s', (dialect, word) => {
    for (const refusalText of [false, true]) {
      expect(finishWord(dialect, { kind: 'stop', raw: '' }, { ...plain, clientTools: true, refusalText })).toBe(word);
    }
  });

  it.each<[DialectId, string]>([
    ['anthropic-messages', 'refusal'],
    ['gemini-generate', 'SAFETY'],
    ['openai-chat', 'stop'],
    ['openai-responses', 'completed'],
  ])('makes a stop whose text is a refusal a refused turn: for %s it is %s', (dialect, word) => {
    for (const kind of ['stop', 'refusal'] as const) {
      expect(finishWord(dialect, { kind, raw: '' }, { ...plain, refusalText: true })).toBe(word);
    }
  });

  it.each<[FinishKind, string]>([
    ['stop', 'MALFORMED_FUNCTION_CALL'],
    ['stop_sequence', 'MALFORMED_FUNCTION_CALL'],
    ['tool_calls', 'MALFORMED_FUNCTION_CALL'],
    ['pause', 'MALFORMED_FUNCTION_CALL'],
    ['unknown', 'MALFORMED_FUNCTION_CALL'],
    ['length', 'MAX_TOKENS'],
    ['content_filter', 'SAFETY'],
  ])('says of a call that Gemini lost: after %s it is %s', (kind, word) => {
    expect(finishWord('gemini-generate', { kind, raw: '' }, { ...plain, lostCall: true })).toBe(word);
    expect(finishWord('gemini-generate', { kind: 'stop', raw: 'STOP' }, { ...plain, lostCall: true })).not.toBe('STOP');
  });
});

it.each(dialectIds)('a pause never becomes the word for a plain stop: %s', (dialect) => {
  const { stop, pause } = loadContract(dialect).contract.finish.write;
  expect(pause.preferred).not.toBe(stop.preferred);
  for (const answer of answers) {
    expect(finishWord(dialect, { kind: 'pause', raw: '' }, answer)).not.toBe(stop.preferred);
  }
});
