import { describe, expect, it } from 'vitest';
import type { DomainEvent, DomainEventBody, FinishKind } from '../../../src/core/domain-event.ts';
import type { Integrity } from '../../../src/core/outcome.ts';
import { choicesOf } from '../../../src/outcome/choices.ts';
import { foldEvents } from '../../../src/outcome/fold.ts';
import {
  chat,
  chunk,
  messageDelta,
  messageStart,
  messageStop,
  messages,
  readText,
  role,
  textBlock,
  toolBlock,
} from './streams.ts';

interface Call {
  readonly raw?: string;
  readonly name?: string;
  readonly completed?: boolean;
}

/** Whether each of these calls, in one choice, may run. */
function runnable(
  calls: readonly Call[],
  finish: FinishKind | undefined,
  integrity: Integrity = 'complete',
): readonly boolean[] {
  const bodies = calls.flatMap(
    ({ raw = '{"a":1}', name = 'f', completed = true }, part): readonly DomainEventBody[] => [
      { kind: 'tool.started', at: { choice: 0, part }, owner: 'client', id: `call_${part}`, name },
      { kind: 'tool.arguments.delta', at: { choice: 0, part }, text: raw },
      ...(completed ? [{ kind: 'tool.completed', at: { choice: 0, part } } as const] : []),
    ],
  );
  const end: readonly DomainEventBody[] =
    finish === undefined ? [] : [{ kind: 'finish.reported', choice: 0, finish, raw: finish }];
  const events = [...bodies, ...end].map((body, frame): DomainEvent => ({ ...body, frame }));
  return choicesOf(foldEvents(events), integrity).flatMap(({ tools }) => tools.map((tool) => tool.runnable));
}

describe('a tool call may run', () => {
  it('when it is whole, parses and has a name, in a turn that is complete', () => {
    expect(runnable([{}], 'tool_calls')).toEqual([true]);
    expect(runnable([{ raw: '' }], 'tool_calls')).toEqual([true]);
    expect(runnable([{ completed: false }], 'tool_calls')).toEqual([false]);
    expect(runnable([{ raw: '{"a":' }], 'tool_calls')).toEqual([false]);
    expect(runnable([{ name: '' }], 'tool_calls')).toEqual([false]);
  });

  it.each<Integrity>([
    'transport_error',
    'limit_exceeded',
    'provider_error',
    'no_end_marker',
    'buffer_residual',
    'missing_finish_reason',
    'protocol_error',
  ])('never in a turn that is %s', (integrity) => {
    expect(runnable([{}, {}], 'tool_calls', integrity)).toEqual([false, false]);
  });

  it.each<[FinishKind | undefined, boolean, boolean]>([
    ['tool_calls', true, true],
    ['stop', true, true],
    ['stop_sequence', true, true],
    ['pause', true, true],
    ['unknown', true, true],
    // A limit cuts the last part, even where its fragments happen to parse.
    ['length', true, false],
    ['context_length', true, false],
    ['refusal', false, false],
    ['content_filter', false, false],
    ['compaction', false, false],
    ['error', false, false],
    [undefined, false, false],
  ])('after the finish %s: the first of two %s, the last %s', (finish, first, last) => {
    expect(runnable([{}, {}], finish)).toEqual([first, last]);
  });

  it('is never repaired: what does not parse stays as it came', () => {
    const tools = readText(
      'anthropic-messages',
      messages(messageStart(), ...toolBlock(0, '{"a":', ' "b'), messageDelta('tool_use'), messageStop),
    ).outcome.choices[0]?.tools;
    expect(tools).toMatchObject([{ argumentsRaw: '{"a": "b', arguments: { state: 'unparsable' }, runnable: false }]);
  });
});

describe('the calls of real streams', () => {
  it('that a limit cut are not runnable, though the dialect closed their block', () => {
    const cut = (...blocks: readonly (readonly object[])[]) =>
      readText(
        'anthropic-messages',
        messages(
          messageStart(),
          ...blocks.flat().map((block) => ({ ...block })),
          messageDelta('max_tokens'),
          messageStop,
        ),
      ).outcome.choices[0]?.tools;
    expect(cut(toolBlock(0, '{}'))).toMatchObject([{ completed: true, runnable: false }]);
    expect(cut(toolBlock(0, '{"a":1}'), toolBlock(1, '{"a":'))).toMatchObject([
      { runnable: true },
      { runnable: false },
    ]);
    // Where text was cut, the call before it was not.
    expect(cut(toolBlock(0, '{"a":1}'), textBlock(1, 'and th'))).toMatchObject([{ runnable: true }]);
  });

  it('keep their fragments apart, whatever the order in which these come', () => {
    const call = (index: number, text: string, first = false) =>
      chunk({
        tool_calls: [
          {
            index,
            ...(first
              ? { id: `call_${index}`, type: 'function', function: { name: 'f', arguments: text } }
              : { function: { arguments: text } }),
          },
        ],
      });
    const stream = chat(
      role,
      call(0, '', true),
      call(1, '{"b"', true),
      call(0, '{"a":'),
      call(1, ':2}'),
      call(0, '1}'),
      chunk({}, 'tool_calls'),
      '[DONE]',
    );
    expect(readText('openai-chat', stream).outcome.choices[0]?.tools).toMatchObject([
      { id: 'call_0', argumentsRaw: '{"a":1}', runnable: true },
      { id: 'call_1', argumentsRaw: '{"b":2}', runnable: true },
    ]);
  });

  it('without arguments read as those of an empty object', () => {
    const tools = readText(
      'anthropic-messages',
      messages(messageStart(), ...toolBlock(0, ''), messageDelta('tool_use'), messageStop),
    ).outcome.choices[0]?.tools;
    expect(tools).toMatchObject([{ argumentsRaw: '', arguments: { state: 'parsed', value: {} }, runnable: true }]);
  });

  it('that the provider runs itself are no calls of the client', () => {
    const block = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'server_tool_use', id: 's', name: 'web_search', input: { q: 1 } },
    };
    const read = readText(
      'anthropic-messages',
      messages(messageStart(), block, { type: 'content_block_stop', index: 0 }, messageDelta(), messageStop),
    );
    expect(read.outcome.choices[0]).toMatchObject({ tools: [], parts: [{ kind: 'server_tool', content: '{"q":1}' }] });
  });
});
