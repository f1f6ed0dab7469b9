import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../../src/core/json.ts';
import { changed, inserted, numbered, orderIds, readBody, readStream, terminal, whole } from './streams.ts';

const last = whole.at(-1) ?? {};
const body: JsonObject = isObject(last['response']) ? last['response'] : {};

/** The stream with another terminal event. */
function endingWith(type: string, members: JsonObject): readonly JsonObject[] {
  return [...whole.slice(0, -1), { ...terminal(members), type }];
}

const failure = { error: { code: 'server_error', message: 'M' }, status: 'failed' };

describe('the terminal event of a Responses stream', () => {
  it.each([
    ['max_output_tokens', 'length', 'max_output_tokens'],
    ['max_tokens', 'length', 'max_tokens'],
    ['REASON_MAX_LEN', 'length', 'REASON_MAX_LEN'],
    ['content_filter', 'content_filter', 'content_filter'],
    ['max_messages', 'pause', 'max_messages'],
    ['steered', 'pause', 'steered'],
    // A reason to come must not look like a stop.
    ['reason_to_come', 'pause', 'incomplete'],
  ])('incomplete for %s finishes with %s (%s)', (reason, kind, raw) => {
    const members = { status: 'incomplete', incomplete_details: { reason } };
    const { outcome, issues, events } = readStream(endingWith('response.incomplete', members));
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome).toMatchObject({ phase: 'completed', integrity: 'complete', choices: [{ finish: { kind, raw } }] });
    expect(outcome.usage.input).toEqual({ state: 'reported', value: 3 });
    expect(events.at(-1)?.kind).toBe('response.incomplete');
  });

  it('is what is missing where [DONE] comes in its place: clients stop reading there', () => {
    const { outcome, issues } = readStream(whole.slice(0, -1), {}, 'data: [DONE]\n\n');
    expect(orderIds({ issues })).toEqual(['terminal.missing']);
    expect(outcome.integrity).not.toBe('complete');
  });

  it('completed whose response is incomplete is a breach, and finishes with the reason all the same', () => {
    const members = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const { outcome, issues } = readStream(endingWith('response.completed', members));
    expect(orderIds({ issues })).toEqual(['response.status']);
    expect(outcome).toMatchObject({ integrity: 'protocol_error', choices: [{ finish: { kind: 'length' } }] });
  });

  it('without a status leaves the turn without a finish reason', () => {
    expect(readStream(endingWith('response.completed', { status: undefined })).outcome).toMatchObject({
      integrity: 'missing_finish_reason',
      witnesses: { endMarker: true, finishReason: false },
    });
  });

  it('failed is an error with the words of the response', () => {
    const { outcome, issues } = readStream(endingWith('response.failed', failure));
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      error: { class: 'server', code: 'server_error', message: 'M' },
    });
  });

  it('cancelled is no success', () => {
    expect(readStream(endingWith('response.cancelled', { status: 'cancelled' })).outcome).toMatchObject({
      phase: 'cancelled',
      integrity: 'provider_error',
    });
  });

  it('tells nothing of usage that is null', () => {
    expect(readStream(endingWith('response.completed', { usage: null })).outcome.usage).toMatchObject({
      input: { state: 'unknown' },
      output: { state: 'unknown' },
    });
  });

  it('leaves a call that is incomplete uncompleted, and what came whole runnable', () => {
    const cut = (event: JsonObject): JsonObject => {
      const { item } = event;
      return isObject(item) ? { ...event, item: { ...item, status: 'incomplete' } } : event;
    };
    const isCall = (event: JsonObject): boolean =>
      event['type'] === 'response.output_item.done' && event['output_index'] === 2;
    const output = Array.isArray(body['output']) ? body['output'] : [];
    const members = {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: output.with(2, { ...output[2], status: 'incomplete' }),
    };
    const stream = changed(endingWith('response.incomplete', members), isCall, cut);
    const { outcome, issues, events } = readStream(stream);
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices[0]?.tools).toMatchObject([{ completed: false, runnable: false }]);
    expect(events.some(({ kind }) => kind === 'tool.completed')).toBe(false);
  });
});

describe('an error in a Responses stream', () => {
  const nested = { type: 'error', error: { type: 'tokens', code: 'rate_limit_exceeded', message: 'M', param: null } };
  const flat = { type: 'error', code: 'rate_limit_exceeded', message: 'M', param: null };

  it.each([
    ['nested, as the provider sends it', nested],
    ['flat, as the reference shows it', flat],
  ])('%s is a rate limit, with or without a failed response behind it', (_, error) => {
    const begun = whole.slice(0, 6);
    for (const tail of [[], [{ ...terminal(failure), type: 'response.failed' }]]) {
      const { outcome, issues, events } = readStream(numbered([...begun, error, ...tail]));
      expect(orderIds({ issues })).toEqual([]);
      expect(outcome).toMatchObject({
        phase: 'failed',
        integrity: 'provider_error',
        error: { class: 'rate_limit', code: 'rate_limit_exceeded', message: 'M' },
      });
      expect(events.filter(({ kind }) => kind === 'error.reported')).toHaveLength(1);
    }
  });

  it('as the first event is an error and no empty success', () => {
    expect(readStream(numbered([nested])).outcome).toMatchObject({ phase: 'failed', integrity: 'provider_error' });
  });

  it('is not made good by a completed response behind it', () => {
    const { outcome, issues } = readStream(inserted(whole, 'response.completed', nested));
    expect(orderIds({ issues })).toEqual(['state.failing.response.completed']);
    expect(outcome).toMatchObject({ phase: 'failed', integrity: 'provider_error' });
  });

  it('ends the answer: nothing but a failed response may follow', () => {
    expect(orderIds(readStream(inserted(whole, 'response.output_text.delta', nested)))).toContain(
      'state.failing.response.output_text.delta',
    );
  });

  it.each([
    [{ type: 'server_error', code: null }, 'server'],
    [{ type: 'invalid_request', code: null }, 'bad_request'],
    [{ type: 'too_many_requests', code: null }, 'rate_limit'],
    [{ type: 'model_error', code: null }, 'server'],
    [{ type: 'x', code: 'insufficient_quota' }, 'billing'],
    [{ type: 'x', code: 'invalid_image_url' }, 'bad_request'],
    [{ type: 'x', code: 'vector_store_timeout' }, 'timeout'],
    [{ type: 'x', code: 'code_to_come' }, 'unknown'],
  ])('%o is of class %s', (error, errorClass) => {
    const event = { type: 'error', error: { message: 'M', param: null, ...error } };
    expect(readStream(inserted(whole, 'response.output_text.delta', event)).outcome.error?.class).toBe(errorClass);
  });
});

describe('a Responses body', () => {
  it('says the same as its stream', () => {
    const streamed = readStream(whole).outcome;
    const { outcome, issues } = readBody(body);
    expect(orderIds({ issues })).toEqual([]);
    const { choices, usage, id, model } = outcome;
    expect({ choices, usage, id, model }).toEqual({
      choices: streamed.choices,
      usage: streamed.usage,
      id: streamed.id,
      model: streamed.model,
    });
  });

  it.each([
    ['completed', {}, 'completed', 'complete'],
    ['incomplete', { incomplete_details: { reason: 'content_filter' } }, 'completed', 'complete'],
    ['failed', failure, 'failed', 'provider_error'],
    ['cancelled', {}, 'cancelled', 'provider_error'],
    ['queued', { output: [], usage: null }, 'interrupted', 'no_end_marker'],
    ['in_progress', { output: [], usage: null }, 'interrupted', 'no_end_marker'],
    ['status_to_come', {}, 'interrupted', 'no_end_marker'],
  ])('with the status %s', (status, members, phase, integrity) => {
    const { outcome } = readBody({ ...body, ...members, status });
    expect({ phase: outcome.phase, integrity: outcome.integrity }).toEqual({ phase, integrity });
    expect(outcome.error === undefined).toBe(status !== 'failed');
  });

  it.each(['queued', 'in_progress'])('that is %s is a finding, unless it was asked for in the background', (status) => {
    const running = { ...body, output: [], usage: null, status };
    expect(orderIds(readBody(running))).toEqual(['terminal.missing']);
    const { outcome, issues } = readBody({ ...running, background: true });
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome).toMatchObject({ phase: 'pending', integrity: 'no_end_marker', witnesses: { endMarker: false } });
  });

  it.each(['function_call', 'custom_tool_call'])('that is completed holds no incomplete %s', (type) => {
    const call = { id: 'fc_1', type, status: 'incomplete', arguments: '{"a', input: 'a', call_id: 'c', name: 'f' };
    const { outcome, issues } = readBody({ ...body, output: [call] });
    expect(orderIds({ issues })).toContain('item.incomplete');
    expect(outcome).toMatchObject({ integrity: 'protocol_error', choices: [{ tools: [{ runnable: false }] }] });
  });

  it('leaves a call that is incomplete uncompleted', () => {
    const call = { id: 'fc_1', type: 'function_call', status: 'incomplete', arguments: '{"a', call_id: 'c', name: 'f' };
    const incomplete = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const { outcome } = readBody({ ...body, ...incomplete, output: [call] });
    expect(outcome).toMatchObject({
      integrity: 'complete',
      choices: [{ tools: [{ argumentsRaw: '{"a', completed: false, runnable: false }] }],
    });
  });

  it('of a shortened conversation is complete, and its messages of the user are no answer', () => {
    const said = [{ type: 'input_text', text: 'Hi' }];
    const { outcome, issues } = readBody({
      id: 'resp_2',
      object: 'response.compaction',
      created_at: 1,
      output: [
        { id: 'msg_1', type: 'message', status: 'completed', role: 'user', content: said },
        { id: 'cmp_1', type: 'compaction', encrypted_content: 'E' },
      ],
      usage: { input_tokens: 9, output_tokens: 4, total_tokens: 13 },
    });
    expect(issues.filter(({ level }) => level !== 'TOL')).toEqual([]);
    expect(outcome).toMatchObject({
      integrity: 'complete',
      choices: [{ text: '', parts: [{ kind: 'other' }, { kind: 'other' }], finish: { raw: 'response.compaction' } }],
    });
  });

  it.each([
    [429, { error: { message: 'M', type: 'tokens', param: null, code: 'rate_limit_exceeded' } }, 'rate_limit'],
    [400, { error: { message: 'M', type: 'invalid_request_error', param: null, code: null } }, 'bad_request'],
    [
      404,
      { error: { message: 'M', type: 'invalid_request_error', param: null, code: 'model_not_found' } },
      'not_found',
    ],
    [401, { detail: 'M' }, 'authentication'],
    [400, { code: 'invalid-argument', error: 'M' }, 'bad_request'],
    [503, {}, 'overloaded'],
  ])('with status %i is an error of its class: %o', (status, error, errorClass) => {
    expect(readBody(error, {}, status).outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      error: { class: errorClass, status },
    });
  });
});
