import { describe, expect, it } from 'vitest';
import type { ContractFormat, TraitFormat } from '../../../../src/contract/contract-format.ts';
import { loadContract, parseContract } from '../../../../src/contract/load.ts';
import { patchedContract } from '../../../../src/contract/traits/patched-contract.ts';
import { dialectIds } from '../../../../src/core/dialect-ids.generated.ts';
import { UsageFault } from '../../../../src/core/fault.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { lines, runTiny, tinyContract } from '../../../support/contract/tiny-contract.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';

const contract = tinyContract({
  scopes: { block: { ends: 'explicit', need: ['id'] } },
  rules: {
    go: [
      { in: 'start', to: 'body' },
      {
        id: 'fill',
        in: 'start',
        ensure: 'block',
        key: '/index',
        put: { id: '/id' },
        then: [
          { id: 'text', add: { text: '/text' } },
          { if: { '/end': true }, close: true },
        ],
      },
    ],
  },
  constant: ['/id', '/model'],
  eof: [{ in: 'body', phase: 'failed' }],
});

/** The contract for a server with one trait, as a contract again. */
function patched(trait: Omit<TraitFormat, 'title'>): ContractFormat {
  const value = patchedContract({ ...contract, traits: { odd: { title: 'Odd', ...trait } } }, ['odd']);
  return parseContract(JSON.stringify(value), 'a test');
}

describe('a trait', () => {
  it('that only allows issues leaves the contract as it is', () => {
    expect(
      patchedContract({ ...contract, traits: { odd: { title: 'Odd', allow: [{ issue: 'block.gap' }] } } }, ['odd']),
    ).toBeUndefined();
    expect(patchedContract(contract, [])).toBeUndefined();
  });

  it('patches a rule by its id, wherever it stands', () => {
    expect(patched({ patch: { rules: { fill: { key: ['/index', '#'] } } } }).rules['go']?.[1]).toMatchObject({
      key: ['/index', '#'],
      put: { id: '/id' },
    });
    expect(
      patched({ patch: { rules: { text: { add: { text: null, reasoning: '/text' } } } } }).rules['go']?.[1]?.then,
    ).toEqual([
      { id: 'text', add: { reasoning: '/text' } },
      { if: { '/end': true }, close: true },
    ]);
  });

  it('does not depend on where in the list a rule stands', () => {
    const [first, second] = contract.rules['go'] ?? [];
    const turned = { ...contract, rules: { go: [second ?? {}, first ?? {}] } };
    const traits = { odd: { title: 'Odd', patch: { rules: { fill: { ensure: null, open: 'block' } } } } };
    const value = patchedContract({ ...turned, traits }, ['odd']);
    expect(parseContract(JSON.stringify(value), 'a test').rules['go']?.[0]).toMatchObject({
      id: 'fill',
      open: 'block',
    });
  });

  it('relaxes a scope, and takes away what need not stay constant', () => {
    const relaxed = patched({ patch: { scopes: { block: { need: null, reopen: true } } }, varies: ['/model'] });
    expect(relaxed.scopes['block']).toEqual({ ends: 'explicit', reopen: true });
    expect(relaxed.constant).toEqual(['/id']);
    const events = [
      { type: 'go', index: 0, model: 'a' },
      { type: 'go', index: 0, model: 'b' },
    ];
    expect(runTiny(contract, events).issues).toEqual(['block.need.id@0', 'constant/model@1', 'state.body.go@1']);
    expect(runTiny(relaxed, events).issues).toEqual(['state.body.go@1']);
  });

  it('adds rules behind those of an event, and for an event that had none', () => {
    const more = patched({
      more: { go: [{ in: 'start', add: { reasoning: '/more' } }], extra: [{ in: 'body', heartbeat: true }] },
    });
    const run = runTiny(more, [{ type: 'go', index: 0, id: 'a', text: 'a', more: 'b' }, { type: 'extra' }]);
    expect(lines(run.events)).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.completed 0/0',
      'reasoning.started 0/1',
      'reasoning.delta 0/1: b',
      'heartbeat',
    ]);
    expect(run.issues).toEqual([]);
  });

  it('says what a bare end means before the contract does', () => {
    const events = [{ type: 'go', index: 0, id: 'a', end: true }];
    expect(runTiny(contract, events, { eof: true }).terminal).toBe('failed');
    const ended = patched({ eof: [{ in: 'body', if: { 'open:block': 0 }, phase: 'completed' }] });
    expect(runTiny(ended, events, { eof: true }).terminal).toBe('completed');
    expect(runTiny(ended, [{ type: 'go', index: 0, id: 'a' }], { eof: true }).terminal).toBe('failed');
  });
});

describe('an inner rule of a trait', () => {
  it('runs in front of the inner rules of the rule that it names, wherever that stands', () => {
    const inner = { fill: [{ add: { reasoning: '/more' } }], text: [{ put: { name: '/name' } }] };
    expect(patched({ inner }).rules['go']?.[1]?.then).toEqual([
      { add: { reasoning: '/more' } },
      { id: 'text', add: { text: '/text' }, then: [{ put: { name: '/name' } }] },
      { if: { '/end': true }, close: true },
    ]);
  });
});

describe('the traits of a stream', () => {
  const message =
    '{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}';
  const stream = [
    `event: message_start\ndata: {"type":"message_start","message":${message}}`,
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":1}}',
    'event: message_stop\ndata: {"type":"message_stop"}',
    'data: [DONE]',
  ];
  const read = (traits?: readonly string[]) =>
    readCapture(
      'anthropic-messages',
      'stream',
      captureOf(Buffer.from(stream.map((block) => `${block}\n\n`).join(''))),
      {
        ...(traits === undefined ? {} : { traits }),
      },
    );

  it('silence what they allow, and a stream without them is judged by the base contract', () => {
    expect(read().outcome.integrity).toBe('protocol_error');
    expect(read().issues.map(({ id }) => id)).toContain('after-end.$done');
    expect(read(['done-after-end']).outcome.integrity).toBe('complete');
  });

  it('that a contract does not have are refused', () => {
    expect(() => read(['no-such-trait'])).toThrow(UsageFault);
    expect(() => read(['constructor'])).toThrow(UsageFault);
  });
});

describe.each(dialectIds)('every trait of %s', (dialect) => {
  const { contract: base } = loadContract(dialect);
  const traits = Object.entries(base.traits);

  it('gives a contract that is valid', () => {
    for (const [name] of traits) {
      expect(() => loadContract(dialect, [name])).not.toThrow();
    }
  });
});
