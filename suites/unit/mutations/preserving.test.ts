import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { bodyScript, streamScript } from '../../support/streams/sample-scripts.ts';
import {
  dataOf,
  dispatched,
  mutate,
  readScript,
  reasonAgainst,
  textOf,
  variantsOf,
} from '../../support/triangle/mutate.ts';

const messages = dialectSamples['anthropic-messages'].streams;
const chat = dialectSamples['openai-chat'].streams;

describe('cutting the same bytes anew', () => {
  it('gives every byte a write of its own', () => {
    const script = mutate('rechunk-bytes', messages.unicode, 'anthropic-messages');
    expect(script.writes.every(({ bytes }) => bytes.length === 1)).toBe(true);
    expect(textOf(script)).toBe(textOf(messages.unicode));
  });

  it('cuts inside characters and never delays a byte beyond the end of its own write', () => {
    const script = mutate('rechunk-random', chat.unicode, 'openai-chat');
    const strict = new TextDecoder('utf-8', { fatal: true });
    expect(() => script.writes.map(({ bytes }) => strict.decode(bytes))).toThrow();
    expect(script.writes.map(({ atMs }) => atMs)).toEqual(script.writes.map(({ atMs }) => atMs).sort((a, b) => a - b));
    expect(script.writes.at(-1)?.atMs).toBe(chat.unicode.writes.at(-1)?.atMs);
  });

  it('spreads writes over time even where the recording has no times', () => {
    const timeless = {
      ...chat['short-text'],
      writes: chat['short-text'].writes.map(({ bytes }) => ({ atMs: 0, bytes })),
    };
    expect(mutate('rechunk-bytes', timeless, 'openai-chat').writes.at(-1)?.atMs).toBe(1);
  });

  it('cuts a JSON body too, and keeps its declared length', () => {
    const body = dialectSamples['openai-chat'].body;
    const script = mutate('rechunk-random', body, 'openai-chat');
    expect(script.writes.length).toBeGreaterThan(5);
    expect(script.head).toEqual(body.head);
  });

  it('cuts a long answer into single bytes only where everything is asked for', () => {
    const long = streamScript([`data: {"id":"${'x'.repeat(20_000)}"}\n\n`]);
    expect(variantsOf('rechunk-bytes', long, 'openai-chat', 'every')).toHaveLength(1);
    expect(() => variantsOf('rechunk-bytes', long, 'openai-chat', 'sample')).toThrow('longer than');
  });

  it('joins all writes into one', () => {
    const script = mutate('coalesce', messages['short-text'], 'anthropic-messages');
    expect(script.writes).toHaveLength(1);
    expect(textOf(script)).toBe(textOf(messages['short-text']));
    expect(reasonAgainst('coalesce', script, 'anthropic-messages')).toBe('it is one write already');
  });
});

describe('other framing of the same events', () => {
  it('writes CR LF, or CR alone, for every line end', () => {
    expect(textOf(mutate('line-ending-crlf', chat['short-text'], 'openai-chat'))).toBe(
      textOf(chat['short-text']).replaceAll('\n', '\r\n'),
    );
    const alone = mutate('line-ending-cr', messages['short-text'], 'anthropic-messages');
    expect(textOf(alone)).not.toContain('\n');
    expect(dispatched(alone)).toEqual(dispatched(messages['short-text']));
  });

  it('can undo its own line ends', () => {
    const crlf = mutate('line-ending-crlf', chat['short-text'], 'openai-chat');
    expect(reasonAgainst('line-ending-crlf', crlf, 'openai-chat')).toBe('its lines already end like this');
    expect(textOf(mutate('line-ending-cr', crlf, 'openai-chat'))).toBe(
      textOf(chat['short-text']).replaceAll('\n', '\r'),
    );
  });

  it('leaves the space after a colon out, but not where the value begins with one', () => {
    const script = streamScript(['data:  {"x":1}\n\n', 'event: a\ndata: {"y": 2}\n\n']);
    const first = streamScript(['event: a\ndata: {"y": 2}\n\n', 'data:  {"x":1}\n\n']);
    expect(textOf(mutate('no-space-after-colon', first, 'openai-chat'))).toBe(
      'event:a\ndata:{"y": 2}\n\ndata:  {"x":1}\n\n',
    );
    expect(dataOf(mutate('no-space-after-colon', script, 'openai-chat'))).toEqual([' {"x":1}', '{"y": 2}']);
  });

  it('begins with one byte order mark', () => {
    const script = mutate('bom', messages['short-text'], 'anthropic-messages');
    expect(textOf(script)).toBe(`\ufeff${textOf(messages['short-text'])}`);
    expect(script.writes).toHaveLength(messages['short-text'].writes.length);
    expect(reasonAgainst('bom', script, 'anthropic-messages')).toBe('it has one already');
  });

  it('puts a comment line directly before the data of every event', () => {
    const text = textOf(mutate('comment-inside', messages['short-text'], 'anthropic-messages'));
    expect(text.match(/\n: relaycert\ndata: /g)).toHaveLength(dispatched(messages['short-text']).length);
    expect(textOf(mutate('comment-inside', chat['short-text'], 'openai-chat'))).toMatch(/^: relaycert\ndata: /);
  });

  it('puts comments into blocks of their own, first, in the middle and before the last event', () => {
    const script = mutate('comment-block', chat['short-text'], 'openai-chat');
    const comment = ': relaycert keep-alive\n\n';
    expect(textOf(script).startsWith(comment)).toBe(true);
    expect(textOf(script)).toContain(`${comment}data: [DONE]`);
    expect(textOf(script).split(comment)).toHaveLength(4);
    expect(script.writes.map(({ bytes }) => new TextDecoder().decode(bytes))).toContain(comment);
  });

  it('puts the last comment at the end of a stream that has no terminal', () => {
    const cut = mutate('drop-terminal', chat['short-text'], 'openai-chat');
    expect(textOf(mutate('comment-block', cut, 'openai-chat')).endsWith('}\n\n: relaycert keep-alive\n\n')).toBe(true);
  });

  it('spreads the JSON of each event over two data lines', () => {
    const script = mutate('multi-line-data', chat['one-tool'], 'openai-chat');
    expect(textOf(script)).toMatch(/^data: \{\ndata: "id":/);
    expect(dataOf(script).map((data) => data.replace('\n', ''))).toEqual(dataOf(chat['one-tool']));
    expect(dataOf(script).at(-1)).toBe('[DONE]');
  });
});

describe('additions that a reader skips', () => {
  it.each(dialectIds)('puts unknown events of %s after the first event and before the terminal', (dialect) => {
    const sample = dialectSamples[dialect].streams['short-text'];
    const data = dataOf(mutate('unknown-event', sample, dialect));
    const added = data.flatMap((text, index) => (text.includes('relaycert_unknown') ? [index] : []));
    expect(added).toHaveLength(3);
    expect(added[0]).toBe(1);
    expect(added.at(-1)).toBe(data.length - 2);
  });

  it('gives an unknown Chat chunk the identity of the others', () => {
    const added = dataOf(mutate('unknown-event', chat['short-text'], 'openai-chat'))[1];
    expect(JSON.parse(added ?? '')).toEqual({
      id: 'chatcmpl-9',
      object: 'chat.completion.chunk',
      created: 1764460800,
      model: 'gpt-sample',
      usage: null,
      choices: [],
      relaycert_unknown: true,
    });
  });

  it('adds a field to every JSON object and changes no other character', () => {
    const script = mutate('unknown-field', messages['one-tool'], 'anthropic-messages');
    expect(dataOf(script).map((data) => data.replace('"relaycert_unknown":true,', ''))).toEqual(
      dataOf(messages['one-tool']),
    );
    expect(dataOf(script).every((data) => data.startsWith('{"relaycert_unknown":true,'))).toBe(true);
    expect(dataOf(mutate('unknown-field', streamScript(['data: {}\n\n']), 'openai-chat'))).toEqual([
      '{"relaycert_unknown":true}',
    ]);
    expect(textOf(mutate('unknown-field', bodyScript(' { "a": 1 }'), 'openai-chat'))).toBe(
      '{"relaycert_unknown":true,"a": 1 }',
    );
  });

  it('drops a declared length that no longer holds', () => {
    const body = mutate('unknown-field', dialectSamples['anthropic-messages'].body, 'anthropic-messages');
    expect(body.head.headers).toEqual([['content-type', 'application/json']]);
  });

  it('pings where the dialect has a heartbeat, and not before the start', () => {
    const events = dispatched(mutate('ping', messages['short-text'], 'anthropic-messages')).map(({ event }) => event);
    expect(events[0]).toBe('message_start');
    expect(events.filter((event) => event === 'ping')).toHaveLength(3);
    expect(reasonAgainst('ping', chat['short-text'], 'openai-chat')).toBe('this dialect has no heartbeat event');
  });
});

describe('near-legal habits of compatible servers', () => {
  it('writes an empty finish reason on every chunk before the last', () => {
    const script = mutate('finish-empty-string', chat['short-text'], 'openai-chat');
    expect(textOf(script).match(/"finish_reason":""/g)).toHaveLength(3);
    expect(textOf(script)).toContain('"finish_reason":"stop"');
  });

  it('writes null for usage that is not known', () => {
    const bare = streamScript(
      dataOf(chat['short-text']).map((data) => `data: ${data.replace(',"usage":null', '')}\n\n`),
    );
    const script = mutate('usage-null', bare, 'openai-chat');
    expect(textOf(script).match(/"usage":null/g)).toHaveLength(4);
    const members = textOf(mutate('usage-null', messages['short-text'], 'anthropic-messages'));
    expect(members).toContain('"cache_read_input_tokens":null');
    expect(readScript(script, 'openai-chat').outcome.usage).toEqual(readScript(bare, 'openai-chat').outcome.usage);
  });

  it('reports running totals that never exceed the last one', () => {
    const script = mutate('usage-every-event', chat['short-text'], 'openai-chat');
    const totals = [...textOf(script).matchAll(/"completion_tokens":(\d+)/g)].map(([, count]) => Number(count));
    expect(totals).toEqual([0, 2, 4, 6, 8]);
    expect([...textOf(script).matchAll(/"total_tokens":(\d+)/g)].map(([, count]) => Number(count))).toEqual([
      12, 14, 16, 18, 20,
    ]);
  });

  it('sends an earlier message_delta without a reason where a dialect reports usage only there', () => {
    const data = dataOf(mutate('usage-every-event', messages['short-text'], 'anthropic-messages'));
    expect(data.slice(-3, -1)).toEqual([
      '{"type":"message_delta","delta":{"stop_reason":null,"stop_sequence":null},"usage":{"output_tokens":4}}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":8}}',
    ]);
  });

  it('lets fragments of parallel calls take turns, each call opened first', () => {
    const script = mutate('interleave-tools', chat['parallel-tools'], 'openai-chat');
    const order = [...textOf(script).matchAll(/"tool_calls":\[\{"index":(\d)/g)].map(([, index]) => index).join('');
    expect(order).toBe('010101');
    expect(readScript(script, 'openai-chat').outcome.choices).toEqual(
      readScript(chat['parallel-tools'], 'openai-chat').outcome.choices,
    );
  });
});
