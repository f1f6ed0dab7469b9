import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Ending } from '../../../src/core/exchange.ts';
import type { Issue } from '../../../src/core/issue.ts';
import type { Integrity } from '../../../src/core/outcome.ts';
import { type IntegrityEvidence, integrityOf } from '../../../src/outcome/integrity.ts';
import {
  chat,
  chunk,
  type Given,
  messageDelta,
  messageStart,
  messageStop,
  messages,
  readText,
  role,
  textBlock,
  whole,
} from './streams.ts';

const issue = (given: Partial<Issue> = {}): Issue => ({
  id: 'x',
  topic: 'order',
  level: 'BRK',
  frame: 0,
  position: 0,
  ...given,
});

const good: IntegrityEvidence = {
  ending: 'clean',
  limitExceeded: false,
  error: undefined,
  failed: false,
  witnesses: { endMarker: true, finishReason: true },
  residualBytes: 0,
  issues: [],
};

/** What speaks against a whole answer, in the order in which it is tried, with the class it gives. */
const faults: readonly (readonly [Integrity, Partial<IntegrityEvidence>])[] = [
  ['transport_error', { ending: 'rst' }],
  ['limit_exceeded', { limitExceeded: true }],
  ['provider_error', { error: { origin: 'provider', class: 'server' } }],
  ['no_end_marker', { witnesses: { endMarker: false, finishReason: false } }],
  ['buffer_residual', { residualBytes: 1 }],
  ['missing_finish_reason', { witnesses: { endMarker: true, finishReason: false } }],
  ['protocol_error', { issues: [issue()] }],
];

describe('the integrity of an answer', () => {
  it('is complete when nothing speaks against it', () => {
    expect(integrityOf(good)).toBe('complete');
  });

  it.each(faults)('is %s by its own cause alone', (expected, fault) => {
    expect(integrityOf({ ...good, ...fault })).toBe(expected);
  });

  it('is the first class in the order, whatever else is wrong', () => {
    for (const [position, [expected]] of faults.entries()) {
      for (const later of faults.slice(position + 1).map(([, fault]) => fault)) {
        const both = { ...good, ...later, ...faults[position]?.[1] };
        // Both faults of the witnesses are one value, so the earlier one is put last.
        expect(integrityOf(both), `${expected} beside ${Object.keys(later)}`).toBe(expected);
      }
    }
  });

  it.each<Ending>(['fin', 'rst', 'stall', 'aborted'])('is a transport error after %s', (ending) => {
    expect(integrityOf({ ...good, ending })).toBe('transport_error');
  });

  it('is a provider error when the terminal itself said so', () => {
    expect(integrityOf({ ...good, failed: true })).toBe('provider_error');
  });

  it('is broken by must-issues, and by nothing below them', () => {
    expect(integrityOf({ ...good, issues: [issue({ level: 'SPEC' })] })).toBe('protocol_error');
    expect(integrityOf({ ...good, issues: [issue({ level: 'OBS' }), issue({ level: 'TOL' })] })).toBe('complete');
    expect(integrityOf({ ...good, issues: [issue({ topic: 'drift' })] })).toBe('complete');
  });
});

describe('each class is reached by bytes', () => {
  const text = textBlock(0, 'Hello');
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'm' }, request_id: null };
  const chatError = { error: { message: 'm', type: 'server_error', param: null, code: null } };

  it.each<[Integrity, DialectId, string, Given?]>([
    ['complete', 'anthropic-messages', whole['anthropic-messages']],
    ['complete', 'openai-chat', whole['openai-chat']],
    ['transport_error', 'anthropic-messages', whole['anthropic-messages'], { ending: 'rst' }],
    ['transport_error', 'openai-chat', whole['openai-chat'], { ending: 'fin' }],
    ['provider_error', 'anthropic-messages', messages(messageStart(), ...text, error)],
    ['provider_error', 'openai-chat', chat(role, chatError)],
    ['provider_error', 'openai-chat', chat(role, chunk({}, 'stop'), chatError, '[DONE]')],
    ['provider_error', 'openai-chat', '<html>502</html>', { mode: 'body', status: 502, contentType: 'text/html' }],
    ['no_end_marker', 'anthropic-messages', messages(messageStart(), ...text, messageDelta())],
    ['no_end_marker', 'openai-chat', chat(role, chunk({}, 'stop'))],
    ['no_end_marker', 'openai-chat', ''],
    ['no_end_marker', 'openai-chat', '{"object":"chat.completion","choices":[', { mode: 'body' }],
    ['buffer_residual', 'anthropic-messages', `${whole['anthropic-messages']}event: ping\ndata: {`],
    ['buffer_residual', 'openai-chat', `${whole['openai-chat']}data: {`],
    ['missing_finish_reason', 'anthropic-messages', messages(messageStart(), ...text, messageDelta(null), messageStop)],
    ['missing_finish_reason', 'anthropic-messages', messages(messageStart(), ...text, messageStop)],
    ['missing_finish_reason', 'openai-chat', chat(role, chunk({ content: 'Hello' }), '[DONE]')],
    ['missing_finish_reason', 'openai-chat', chat('[DONE]')],
    [
      'protocol_error',
      'anthropic-messages',
      messages(messageStart(), ...textBlock(1, 'Hello'), messageDelta(), messageStop),
    ],
    ['protocol_error', 'anthropic-messages', whole['anthropic-messages'] + messages(messageStop)],
    ['protocol_error', 'openai-chat', chat(chunk({ content: 'a' }), chunk({}, 'stop'), '[DONE]')],
    ['protocol_error', 'openai-chat', `data: not json\n\n${whole['openai-chat']}`],
  ])('%s: %s', (expected, dialect, bytes, given) => {
    expect(readText(dialect, bytes, given).outcome.integrity).toBe(expected);
  });

  it('limit_exceeded: one frame that is larger than any answer', () => {
    const endless = `data: "${'x'.repeat(33 * 1024 * 1024)}`;
    const { outcome } = readText('openai-chat', endless);
    expect(outcome.integrity).toBe('limit_exceeded');
    expect(outcome.counters.domain.closeReason).toBe('limit_exceeded');
  });
});

describe('the two witnesses', () => {
  it('are the end marker and a finish reason for every choice', () => {
    const both = [chunk({ role: 'assistant', content: 'a' }), chunk({ role: 'assistant', content: 'b' }, null, 1)];
    expect(readText('openai-chat', chat(...both, chunk({}, 'stop'), '[DONE]')).outcome).toMatchObject({
      witnesses: { endMarker: true, finishReason: false },
      integrity: 'missing_finish_reason',
    });
    expect(
      readText('openai-chat', chat(...both, chunk({}, 'stop'), chunk({}, 'length', 1), '[DONE]')).outcome,
    ).toMatchObject({
      witnesses: { endMarker: true, finishReason: true },
      integrity: 'complete',
    });
  });

  it('are independent: either may be seen alone', () => {
    expect(readText('openai-chat', chat(role, chunk({}, 'stop'))).outcome.witnesses).toEqual({
      endMarker: false,
      finishReason: true,
    });
    expect(readText('anthropic-messages', messages(messageStart(), messageStop)).outcome.witnesses).toEqual({
      endMarker: true,
      finishReason: false,
    });
  });

  it('are both there in a whole body', () => {
    const body = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'a', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
    };
    const read = readText('openai-chat', JSON.stringify(body), { mode: 'body' });
    expect(read.outcome).toMatchObject({ witnesses: { endMarker: true, finishReason: true }, integrity: 'complete' });
    const none = { ...body, choices: [] };
    expect(readText('openai-chat', JSON.stringify(none), { mode: 'body' }).outcome.integrity).toBe(
      'missing_finish_reason',
    );
  });
});
