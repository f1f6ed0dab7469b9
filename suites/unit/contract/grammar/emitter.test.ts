import { describe, expect, it } from 'vitest';
import type { RuleFormat } from '../../../../src/contract/grammar/rule-format.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { lines, runTiny } from '../../../support/contract/tiny-contract.ts';

const scopes = {
  choice: { ends: 'explicit', choice: true },
  tool: { ends: 'parent' },
  block: { ends: 'explicit' },
} as const;

/** Chunks of choices whose channels have no blocks of their own. */
const chunk: RuleFormat = {
  in: 'start',
  each: '/choices',
  ensure: 'choice',
  key: '/index',
  add: { reasoning: '/reasoning', text: '/text', refusal: '/refusal' },
  opaque: { logprobs: '/logprobs' },
  then: [
    {
      each: '/tools',
      ensure: 'tool',
      key: '/index',
      put: { id: '/id', call: '/call', name: '/name' },
      part: { is: 'tool' },
      add: { arguments: '/text' },
    },
    { if: { '/finish': '*' }, put: { finish: '/finish' }, close: true },
  ],
};
const end: RuleFormat = { in: 'start', end: 'completed' };

function chunks(...choices: readonly JsonObject[]): readonly string[] {
  const events = choices.map((choice) => ({ type: 'chunk', choices: [{ index: 0, ...choice }] }));
  return lines(runTiny({ scopes, rules: { chunk: [chunk], end: [end] } }, [...events, { type: 'end' }]).events);
}

describe('a channel without blocks', () => {
  it('is one part until another channel or part of its choice starts', () => {
    expect(chunks({ reasoning: 'a' }, { reasoning: 'b' }, { text: 'c' }, { text: 'd' }, { reasoning: 'e' })).toEqual([
      'reasoning.started 0/0',
      'reasoning.delta 0/0: a',
      'reasoning.delta 0/0: b',
      'reasoning.completed 0/0',
      'content.started 0/1: text',
      'content.delta 0/1: c',
      'content.delta 0/1: d',
      'content.completed 0/1',
      'reasoning.started 0/2',
      'reasoning.delta 0/2: e',
      'reasoning.completed 0/2',
      'response.completed',
    ]);
  });

  it('ends where a tool call begins, and starts anew behind it', () => {
    const tool = { index: 0, id: 'i', name: 'n' };
    expect(
      chunks({ text: 'a' }, { tools: [tool] }, { text: 'b' }, { tools: [{ index: 0, text: '{' }] }, { finish: 'done' }),
    ).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.completed 0/0',
      'tool.started 0/1: client i n',
      'content.started 0/2: text',
      'content.delta 0/2: b',
      'tool.arguments.delta 0/1: {',
      'finish.reported: 0 stop done',
      'tool.completed 0/1',
      'content.completed 0/2',
      'response.completed',
    ]);
  });

  it('is not touched by another choice', () => {
    const { events } = runTiny({ scopes, rules: { chunk: [chunk] } }, [
      {
        type: 'chunk',
        choices: [
          { index: 1, text: 'b' },
          { index: 0, text: 'a' },
        ],
      },
      {
        type: 'chunk',
        choices: [
          { index: 0, reasoning: 'c' },
          { index: 1, text: 'd' },
        ],
      },
    ]);
    expect(lines(events)).toEqual([
      'content.started 1/0: text',
      'content.delta 1/0: b',
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.completed 0/0',
      'reasoning.started 0/1',
      'reasoning.delta 0/1: c',
      'content.delta 1/0: d',
    ]);
  });

  it('of refusals has deltas only', () => {
    expect(chunks({ refusal: 'no' }, { refusal: '!' }, { finish: 'done' })).toEqual([
      'refusal.delta 0/0: no',
      'refusal.delta 0/0: !',
      'finish.reported: 0 stop done',
      'response.completed',
    ]);
  });

  it('is not opened by an empty delta', () => {
    expect(chunks({ text: '' }, { reasoning: null }, { text: 7 })).toEqual(['response.completed']);
  });
});

describe('a tool call', () => {
  const tools = (...fragments: readonly JsonObject[]): readonly string[] =>
    chunks(...fragments.map((fragment) => ({ tools: [{ index: 0, ...fragment }] })), { finish: 'done' });

  it('is announced when id and name are known, with the fragments that came before', () => {
    expect(
      tools({ id: 'i', text: '{' }, { text: '"a":' }, { name: 'n', text: '1' }, { text: '}' }).slice(0, 5),
    ).toEqual([
      'tool.started 0/0: client i n',
      'tool.arguments.delta 0/0: {',
      'tool.arguments.delta 0/0: "a":',
      'tool.arguments.delta 0/0: 1',
      'tool.arguments.delta 0/0: }',
    ]);
  });

  it('without id or name is announced at its end, with none', () => {
    expect(tools({ name: 'n', text: '{}' })).toEqual([
      'finish.reported: 0 stop done',
      'tool.started 0/0: client  n',
      'tool.arguments.delta 0/0: {}',
      'tool.completed 0/0',
      'response.completed',
    ]);
  });

  it('is announced once, whatever comes later', () => {
    const said = tools({ id: 'i', name: 'n' }, { id: 'j', name: 'm' }, { id: 'i' });
    expect(said.filter((line) => line.startsWith('tool.started'))).toEqual(['tool.started 0/0: client i n']);
  });

  it('has the id by which it is answered, where the wire has two', () => {
    expect(tools({ id: 'item', call: 'call', name: 'n' })[0]).toBe('tool.started 0/0: client call n');
  });

  it('keeps its fragments apart from those of another call', () => {
    const both = [
      { index: 0, id: 'a', name: 'n' },
      { index: 1, id: 'b', name: 'n' },
    ];
    const said = chunks(
      { tools: both },
      { tools: [{ index: 1, text: '1' }] },
      {
        tools: [
          { index: 0, text: '2' },
          { index: 1, text: '3' },
        ],
      },
    );
    expect(said.filter((line) => line.includes('delta'))).toEqual([
      'tool.arguments.delta 0/1: 1',
      'tool.arguments.delta 0/0: 2',
      'tool.arguments.delta 0/1: 3',
    ]);
  });
});

describe('a block', () => {
  const blocks = (
    kinds: Readonly<Record<string, 'text' | 'server_tool' | 'tool' | 'image'>>,
    kind: unknown,
  ): readonly string[] => {
    const open: RuleFormat = {
      in: 'start',
      open: 'block',
      key: '/index',
      put: { id: '/id', name: '/id' },
      part: '/kind',
      close: true,
    };
    const event: JsonObject = { type: 'open', index: 0, id: 'i', kind: typeof kind === 'string' ? kind : null };
    return runTiny({ scopes, parts: kinds, rules: { open: [open] } }, [event]).events.map((given) =>
      given.kind === 'content.started' ? `${given.kind} ${given.part} ${given.name}` : lines([given]).join(''),
    );
  };

  it('is what the contract says that its word means', () => {
    expect(blocks({ picture: 'image' }, 'picture')).toEqual(['content.started image picture', 'content.completed 0/0']);
    expect(blocks({ own_tool: 'server_tool' }, 'own_tool')).toEqual([
      'tool.started 0/0: server i i',
      'tool.completed 0/0',
    ]);
  });

  it.each(['hologram', 'constructor', '__proto__', 'toString', ''])(
    'of the unknown kind "%s" is another part by that name',
    (kind) => {
      expect(blocks({ text: 'text' }, kind)).toEqual([`content.started other ${kind}`, 'content.completed 0/0']);
    },
  );

  it('without a kind is another part without a name', () => {
    expect(blocks({ text: 'text' }, undefined)).toEqual(['content.started other ', 'content.completed 0/0']);
  });
});

describe('what must survive untouched', () => {
  it('belongs to the channel that is open, else to the part before it', () => {
    expect(chunks({ text: 'a', logprobs: [1] }, { logprobs: [2] }).filter((line) => line.startsWith('opaque'))).toEqual(
      ['opaque.reported 0/0: logprobs [1]', 'opaque.reported 0/0: logprobs [2]'],
    );
    expect(chunks({ tools: [{ index: 0, id: 'i', name: 'n' }] }, { logprobs: [3] })).toContain(
      'opaque.reported 0/0: logprobs [3]',
    );
  });

  it('is not reported before there is a part', () => {
    expect(chunks({ logprobs: [1] })).toEqual(['response.completed']);
  });
});

describe('a finish', () => {
  it.each([
    ['done', 'stop'],
    ['cut', 'length'],
    ['news', 'unknown'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
  ])('%s is %s', (raw, kind) => {
    expect(chunks({ finish: raw })).toContain(`finish.reported: 0 ${kind} ${raw}`);
  });

  it.each([7, true, { reason: 'stop' }])('that is no word (%j) is none', (finish) => {
    expect(chunks({ finish })).toEqual(['response.completed']);
  });

  it('is reported again where it changes, not where it is repeated', () => {
    expect(
      chunks({ finish: 'done' }, { finish: 'done' }, { finish: 'cut' }).filter((line) => line.startsWith('finish')),
    ).toEqual(['finish.reported: 0 stop done', 'finish.reported: 0 length cut']);
  });
});

describe('the start of a response', () => {
  it('is reported once, without what is empty', () => {
    const rules = { go: [{ in: 'start', started: { id: '/message/id' } }] };
    const { events } = runTiny({ rules }, [
      { type: 'go', message: { id: 'i' }, model: '' },
      { type: 'go', message: { id: 'j' }, model: 'm' },
    ]);
    expect(events).toEqual([{ kind: 'response.started', id: 'i', frame: 0 }]);
  });
});
