import fc from 'fast-check';
import type { Coordinates, DomainEventBody, FinishKind } from '../../../src/core/domain-event.ts';
import type { UsageNumbers } from '../../../src/core/usage.ts';

/** One part of a well-formed answer; a call's deltas join to the JSON text of an object, or to nothing. */
export type AnswerPart =
  | { readonly kind: 'text' | 'refusal'; readonly deltas: readonly string[] }
  | { readonly kind: 'reasoning'; readonly deltas: readonly string[]; readonly signature: string | undefined }
  | {
      readonly kind: 'tool' | 'server_tool';
      readonly id: string;
      readonly name: string;
      readonly deltas: readonly string[];
      /** False for a call that the token limit cut. */
      readonly completed: boolean;
    };

export interface AnswerChoice {
  readonly parts: readonly AnswerPart[];
  readonly finish: FinishKind;
}

/** An answer as any provider could give it, and the events that tell it. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly choices: readonly AnswerChoice[];
  readonly usage: UsageNumbers;
  readonly events: readonly DomainEventBody[];
}

/** Text with what matters to encoders: several bytes a character, line ends, quotes, halves of surrogate pairs. */
const delta = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  fc.constantFrom(
    ' ',
    '\n',
    '\r\n',
    '"',
    '\\',
    '\0',
    'data: ',
    '[DONE]',
    '\u2028',
    '\ufeff',
    '漢字',
    '😀',
    '\ud83d',
    '\ude00',
  ),
);
const deltas = fc.array(delta, { maxLength: 4 });

const argumentsText = fc.oneof(
  fc.constantFrom('', '{}', '{"n":1.0}', '{"n":12345678901234567890}', '{"a":{"b":[1e400]}}', '{ "a" : "\\ud83d" }'),
  fc
    .dictionary(
      fc.string({ minLength: 1, maxLength: 5 }).filter((key) => key !== '__proto__'),
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null)),
      { maxKeys: 4 },
    )
    .map((value) => JSON.stringify(value)),
);

/** The text in up to four pieces, cut anywhere. */
function pieces(text: string): fc.Arbitrary<readonly string[]> {
  return fc.array(fc.nat(text.length), { maxLength: 3 }).map((cuts) => {
    const borders = [0, ...cuts.toSorted((left, right) => left - right), text.length];
    return borders
      .slice(1)
      .map((to, index) => text.slice(borders[index], to))
      .filter((piece) => piece !== '');
  });
}

const toolName = fc.constantFrom('get_weather', 'get_weather', 'search', 'f');

/** A call; its id is made unique when the parts are put together. */
const call = (kind: 'tool' | 'server_tool'): fc.Arbitrary<AnswerPart> =>
  fc
    .tuple(toolName, argumentsText.chain(pieces))
    .map(([name, parts]) => ({ kind, id: '', name, deltas: parts, completed: true }));

const text = deltas.map((texts): AnswerPart => ({ kind: 'text', deltas: texts }));

const reasoning = fc
  .tuple(deltas, fc.option(fc.base64String({ minLength: 4, maxLength: 12 }), { nil: undefined }))
  .map(([texts, signature]): AnswerPart => ({ kind: 'reasoning', deltas: texts, signature }));

const refusal = fc
  .array(delta, { minLength: 1, maxLength: 3 })
  .map((texts): AnswerPart => ({ kind: 'refusal', deltas: texts }));

/** The parts of a choice: an answer with calls among them, or one that ends in a refusal. */
const parts: fc.Arbitrary<readonly AnswerPart[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: text },
        { weight: 2, arbitrary: reasoning },
        { weight: 4, arbitrary: call('tool') },
        { weight: 1, arbitrary: call('server_tool') },
      ),
      { maxLength: 5 },
    ),
  },
  { weight: 2, arbitrary: fc.array(call('tool'), { minLength: 2, maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(fc.oneof(text, reasoning), { maxLength: 2 }), refusal)
      .map(([before, last]) => [...before, last]),
  },
);

const endings: readonly FinishKind[] = [
  'stop',
  'stop_sequence',
  'length',
  'context_length',
  'pause',
  'content_filter',
  'compaction',
  'unknown',
];

/** Finishes that go with what the choice holds. */
function finishes(given: readonly AnswerPart[]): readonly FinishKind[] {
  if (given.some(({ kind }) => kind === 'refusal')) {
    return ['refusal', 'stop'];
  }
  return given.some(({ kind }) => kind === 'tool') ? ['tool_calls', 'length'] : [...endings, 'refusal'];
}

function choices(count: number): fc.Arbitrary<readonly AnswerChoice[]> {
  const choice = parts
    .chain((given) => fc.tuple(fc.constant(given), fc.constantFrom(...finishes(given)), fc.boolean()))
    .map(
      ([given, finish, cut]): AnswerChoice => ({ parts: finish === 'length' && cut ? cutLast(given) : given, finish }),
    );
  return fc
    .array(choice, { minLength: count, maxLength: count })
    .map((all) => all.map((one, index) => ({ ...one, parts: one.parts.map((given, at) => named(given, index, at)) })));
}

/** The token limit ends a turn in the middle of its last call. */
function cutLast(given: readonly AnswerPart[]): readonly AnswerPart[] {
  const last = given.at(-1);
  return last?.kind === 'tool'
    ? [...given.slice(0, -1), { ...last, deltas: last.deltas.slice(0, -1), completed: false }]
    : given;
}

function named(answered: AnswerPart, choice: number, at: number): AnswerPart {
  return 'id' in answered ? { ...answered, id: `call_${choice}_${at}` } : answered;
}

const tokens = fc.nat(100_000);

/** Counters as a provider states them: all, some or none, and parts within their wholes. */
const usages: fc.Arbitrary<UsageNumbers> = fc.oneof(
  fc.constant({}),
  fc.record({ input: tokens }),
  fc.record({ output: tokens }),
  fc
    .tuple(tokens, tokens, tokens, tokens, fc.boolean(), fc.boolean(), fc.boolean())
    .map(([uncached, read, written, output, withCache, withReasoning, withTotal]) => {
      const input = uncached + (withCache ? read + written : 0);
      return {
        input,
        output,
        ...(withCache ? { cacheRead: read, cacheWrite: written } : {}),
        ...(withReasoning ? { reasoning: Math.floor(output / 2) } : {}),
        ...(withTotal ? { total: input + output } : {}),
      };
    }),
);

/** Well-formed answers. `interleaved`: choices take turns, and so do the calls of a choice that has nothing else. */
export function answers({
  most,
  interleaved,
}: {
  readonly most: number;
  readonly interleaved: boolean;
}): fc.Arbitrary<Answer> {
  return fc
    .tuple(fc.integer({ min: 1, max: most }).chain(choices), usages, fc.infiniteStream(fc.nat(1_000)), fc.boolean())
    .map(([all, usage, chance, early]) => {
      const told = all.map((choice, index) => tellChoice(choice, index, interleaved));
      const woven = [
        ...told.flatMap(({ opened }) => opened),
        ...weave(
          told.flatMap(({ tracks }) => tracks),
          chance,
        ),
      ];
      const { input } = usage;
      return {
        id: 'response-1',
        model: 'model-1',
        choices: all,
        usage,
        events: [
          { kind: 'response.started', id: 'response-1', model: 'model-1' },
          // Messages knows the input before the first token, Chat all counters at the end.
          ...(early && input !== undefined ? [{ kind: 'usage.reported', usage: { input } } as const] : []),
          ...woven,
          ...all.map(
            ({ finish }, choice): DomainEventBody => ({
              kind: 'finish.reported',
              choice,
              finish,
              raw: `raw ${finish}`,
            }),
          ),
          ...(Object.keys(usage).length === 0 ? [] : [{ kind: 'usage.reported', usage } as const]),
          { kind: 'response.completed' },
        ],
      };
    });
}

interface ToldChoice {
  /** Events that come first: the order of parts is that of their first appearance. */
  readonly opened: readonly DomainEventBody[];
  /** What may take turns, each in its own order. */
  readonly tracks: readonly (readonly DomainEventBody[])[];
}

/** One choice: as a whole in order, or with all its calls opened and their fragments free to take turns. */
function tellChoice({ parts }: AnswerChoice, choice: number, interleaved: boolean): ToldChoice {
  const events = parts.map((one, at) => partEvents(one, { choice, part: at }));
  return interleaved && parts.every(({ kind }) => kind === 'tool')
    ? { opened: events.flatMap((one) => one.slice(0, 1)), tracks: events.map((one) => one.slice(1)) }
    : { opened: [], tracks: [events.flat()] };
}

/** Takes the next event of a track that chance picks, until all are told. */
function weave(tracks: readonly (readonly DomainEventBody[])[], chance: Iterator<number>): readonly DomainEventBody[] {
  const left = tracks.filter((track) => track.length > 0).map((track) => [...track]);
  const woven: DomainEventBody[] = [];
  while (left.length > 0) {
    const at = Number(chance.next().value) % left.length;
    const track = left[at] ?? [];
    woven.push(...track.splice(0, 1));
    if (track.length === 0) {
      left.splice(at, 1);
    }
  }
  return woven;
}

function partEvents(one: AnswerPart, at: Coordinates): readonly DomainEventBody[] {
  switch (one.kind) {
    case 'text':
      return [
        { kind: 'content.started', at, part: 'text' },
        ...one.deltas.map((text): DomainEventBody => ({ kind: 'content.delta', at, text })),
        { kind: 'content.completed', at },
      ];
    case 'refusal':
      return one.deltas.map((text) => ({ kind: 'refusal.delta', at, text }));
    case 'reasoning':
      return [
        { kind: 'reasoning.started', at },
        ...one.deltas.map((text): DomainEventBody => ({ kind: 'reasoning.delta', at, text })),
        ...(one.signature === undefined
          ? []
          : [{ kind: 'opaque.reported', at, name: 'signature', value: one.signature } as const]),
        { kind: 'reasoning.completed', at },
      ];
    case 'tool':
    case 'server_tool':
      return [
        { kind: 'tool.started', at, owner: one.kind === 'tool' ? 'client' : 'server', id: one.id, name: one.name },
        ...one.deltas.map((text): DomainEventBody => ({ kind: 'tool.arguments.delta', at, text })),
        ...(one.completed ? [{ kind: 'tool.completed', at } as const] : []),
      ];
  }
}
