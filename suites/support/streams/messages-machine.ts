import { isArray, isObject, type JsonObject, type JsonValue } from '../../../src/core/json.ts';

/** The ordering rules of the Messages API (docs/faults.md#l02), each by what it demands. */
export type MachineRule =
  | 'start-first' // nothing but message_start, or an error, opens a stream
  | 'one-start' // there is no second message_start
  | 'start-empty' // content and stop_reason are both empty, or both filled
  | 'index-given' // every block event has an index
  | 'index-dense' // blocks are 0, 1, 2 …
  | 'index-once' // no index opens twice
  | 'one-open' // blocks do not overlap
  | 'all-closed' // every block closes before message_delta
  | 'block-open' // a delta or a stop needs its block
  | 'no-block' // no block events after message_delta
  | 'delta-fits' // each kind of block takes its own deltas
  | 'signature-last' // no thinking follows the signature
  | 'signature-once' // a block is signed once
  | 'reason-last' // the last message_delta holds the stop_reason
  | 'reason-first' // message_delta comes before message_stop
  | 'nothing-after'; // nothing follows message_stop or an error

export interface MachineBlock {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** What a call starts with; its deltas replace it. */
  readonly input: JsonObject;
  /** Text, thinking, or the JSON text of a call's arguments. */
  content: string;
  signed: boolean;
  closed: boolean;
}

const calls: readonly string[] = ['tool_use', 'server_tool_use', 'mcp_tool_use'];

/** Which blocks each delta may go into, and where its text stands. */
const deltas = new Map<string, { readonly into: readonly string[]; readonly text?: string }>([
  ['text_delta', { into: ['text'], text: 'text' }],
  ['thinking_delta', { into: ['thinking'], text: 'thinking' }],
  ['input_json_delta', { into: calls, text: 'partial_json' }],
  ['signature_delta', { into: ['thinking'] }],
  ['citations_delta', { into: ['text'] }],
  ['compaction_delta', { into: ['compaction'] }],
]);

/** Events that need no member but their type. */
const bare: readonly string[] = ['ping', 'message_stop'];

/** What holds an error and nothing of an answer is one, whatever it calls itself. */
function isError(event: JsonObject): boolean {
  const said = ['content_block', 'delta', 'content'].some((name) => event[name] !== undefined);
  const type = word(event, 'type');
  return type === 'error' || (isObject(event['error']) && !said && !bare.includes(type));
}

/**
 * A second reader of Messages streams, written by hand from the provider's documentation
 * (https://platform.claude.com/docs/en/build-with-claude/streaming) and not from `contract.json`, so that the data and its
 * interpreter are measured by something that shares neither. What it does not know it passes over.
 */
export class MessagesMachine {
  state: 'start' | 'body' | 'closing' | 'stopped' | 'failed' = 'start';
  stopReason: string | undefined;
  readonly blocks: MachineBlock[] = [];
  /** `at` is the position of the payload among those that were taken. */
  readonly breaches: { readonly at: number; readonly rule: MachineRule }[] = [];
  readonly #byIndex = new Map<JsonValue, MachineBlock>();
  #at = -1;

  /** @param payload the data of one event; `undefined` where it is not JSON */
  take(payload: JsonValue | undefined): void {
    this.#at += 1;
    const event = isObject(payload) ? payload : {};
    const type = isError(event) ? 'error' : word(event, 'type');
    if (!this.#demand(this.state !== 'stopped' && this.state !== 'failed', 'nothing-after') || payload === undefined) {
      return;
    }
    if (this.state !== 'start' || this.#demand(type === 'message_start' || type === 'error', 'start-first')) {
      this.#event(type, event);
    }
  }

  #event(type: string, event: JsonObject): void {
    switch (type) {
      case 'message_start':
        if (this.#demand(this.state === 'start', 'one-start')) {
          this.#start(field(event, 'message'));
        }
        break;
      case 'content_block_start':
      case 'content_block_delta':
      case 'content_block_stop':
        if (this.#demand(this.state === 'body', 'no-block')) {
          this.#block(type, event);
        }
        break;
      case 'message_delta': {
        const reason = word(field(event, 'delta'), 'stop_reason');
        this.#demand(this.#allClosed, 'all-closed');
        this.#demand(reason !== '' || this.stopReason === undefined, 'reason-last');
        this.stopReason = reason === '' ? this.stopReason : reason;
        this.state = 'closing';
        break;
      }
      case 'message_stop':
        this.#demand(this.state === 'closing', 'reason-first');
        this.#demand(this.#allClosed, 'all-closed');
        this.state = 'stopped';
        break;
      case 'error':
        this.state = 'failed';
        break;
      default:
    }
  }

  #start(message: JsonObject): void {
    const reason = word(message, 'stop_reason');
    const content = isArray(message['content']) ? message['content'] : [];
    this.#demand(content.length > 0 === (reason !== ''), 'start-empty');
    this.state = reason === '' ? 'body' : 'closing';
    if (reason !== '') {
      this.stopReason = reason;
      for (const block of content.filter(isObject)) {
        close(this.#open(block));
      }
    }
  }

  #block(type: string, event: JsonObject): void {
    const { index = null } = event;
    const block = this.#byIndex.get(index);
    if (type === 'content_block_start') {
      if (this.#demand(typeof index === 'number', 'index-given')) {
        const first = this.#demand(block === undefined, 'index-once');
        this.#demand(!first || index === this.#byIndex.size, 'index-dense');
        this.#demand(this.#allClosed, 'one-open');
        this.#byIndex.set(index, this.#open(field(event, 'content_block')));
      }
    } else if (block === undefined || block.closed) {
      this.#demand(false, 'block-open');
    } else if (type === 'content_block_stop') {
      close(block);
    } else {
      this.#delta(block, field(event, 'delta'));
    }
  }

  #open(source: JsonObject): MachineBlock {
    const type = word(source, 'type');
    const block: MachineBlock = {
      type,
      id: word(source, 'id'),
      name: word(source, 'name'),
      input: field(source, 'input'),
      // Deltas come on top of the text that a block starts with (A.9).
      content: type === 'text' || type === 'thinking' ? word(source, type) : '',
      signed: false,
      closed: false,
    };
    this.blocks.push(block);
    return block;
  }

  #delta(block: MachineBlock, delta: JsonObject): void {
    const type = word(delta, 'type');
    const known = deltas.get(type);
    if (known === undefined) {
      return;
    }
    if (type === 'thinking_delta' || type === 'signature_delta') {
      this.#demand(!block.signed, type === 'thinking_delta' ? 'signature-last' : 'signature-once');
    }
    if (this.#demand(known.into.includes(block.type), 'delta-fits')) {
      block.signed ||= type === 'signature_delta';
      block.content += known.text === undefined ? '' : word(delta, known.text);
    }
  }

  get #allClosed(): boolean {
    return this.blocks.every(({ closed }) => closed);
  }

  #demand(holds: boolean, rule: MachineRule): boolean {
    if (!holds) {
      this.breaches.push({ at: this.#at, rule });
    }
    return holds;
  }
}

function close(block: MachineBlock): void {
  block.closed = true;
  if (calls.includes(block.type) && block.content === '' && Object.keys(block.input).length > 0) {
    block.content = JSON.stringify(block.input);
  }
}

function field(value: JsonObject, key: string): JsonObject {
  const inner = value[key];
  return isObject(inner) ? inner : {};
}

function word(value: JsonObject, key: string): string {
  const inner = value[key];
  return typeof inner === 'string' ? inner : '';
}
