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
  type: string;
  id: string;
  name: string;
  /** What a call starts with; its deltas replace it. */
  input: JsonObject;
  /** Text, thinking, or the JSON text of a call's arguments. */
  content: string;
  signed: boolean;
  closed: boolean;
  /** It got events while it was not open: it was never opened, or is closed. No more is demanded of it. */
  told: boolean;
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

const blockEvents: readonly string[] = ['content_block_start', 'content_block_delta', 'content_block_stop'];

/** Events that say something of the answer, wherever they come. */
const content: readonly string[] = [...blockEvents, 'message_delta'];

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
 * interpreter are measured by something that shares neither. What it does not know it passes over. Where the order is
 * broken it reads on as the official SDKs' iterators do, which look at each event alone.
 */
export class MessagesMachine {
  state: 'start' | 'body' | 'closing' | 'stopped' | 'failed' = 'start';
  stopReason: string | undefined;
  readonly blocks: MachineBlock[] = [];
  /** `at` is the position of the payload among those that were taken. */
  readonly breaches: { readonly at: number; readonly rule: MachineRule }[] = [];
  readonly #byIndex = new Map<JsonValue, MachineBlock>();
  /** Something else came in place of message_start. */
  #unstarted = false;
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
    } else if (content.includes(type)) {
      this.#unstarted = true;
      this.state = 'body';
      this.#event(type, event);
    }
  }

  #event(type: string, event: JsonObject): void {
    switch (type) {
      case 'message_start':
        if (this.#demand(this.state === 'start', 'one-start') || this.#unstarted) {
          this.#unstarted = false;
          this.#start(field(event, 'message'));
        }
        break;
      case 'content_block_start':
      case 'content_block_delta':
      case 'content_block_stop':
        this.#demand(this.state === 'body', 'no-block');
        this.state = 'body';
        this.#block(type, event);
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
        this.#demand(this.state === 'closing' || this.stopReason !== undefined, 'reason-first');
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
    const filled = isArray(message['content']) ? message['content'] : [];
    this.#demand(filled.length > 0 === (reason !== ''), 'start-empty');
    this.state = reason === '' ? 'body' : 'closing';
    if (reason !== '') {
      this.stopReason = reason;
      for (const [index, block] of filled.filter(isObject).entries()) {
        close(this.#add(index, block));
      }
    }
  }

  #block(type: string, event: JsonObject): void {
    const { index = null } = event;
    const block = this.#byIndex.get(index);
    const opens = type === 'content_block_start';
    if (opens && this.#demand(typeof index === 'number', 'index-given')) {
      this.#add(index, field(event, 'content_block'));
    } else if (!opens && this.#demand(block?.closed === false, 'block-open') && type === 'content_block_stop') {
      close(block);
    } else if (type === 'content_block_delta') {
      this.#delta(block ?? this.#unopened(index, field(event, 'delta')), field(event, 'delta'));
    }
  }

  #add(index: JsonValue, source: JsonObject): MachineBlock {
    const known = this.#byIndex.get(index);
    if (known?.told === true && !known.closed && known.type === word(source, 'type')) {
      const { content, ...said } = readStart(source);
      return Object.assign(known, said, { content: known.content + content });
    }
    const first = this.#demand(!this.#byIndex.has(index), 'index-once');
    this.#demand(!first || index === this.#byIndex.size, 'index-dense');
    this.#demand(this.#allClosed, 'one-open');
    const block = this.#open(source);
    this.#byIndex.set(index, block);
    return block;
  }

  /** The block that a delta is for which has none: the last one if it does not say which, or else one of its kind. */
  #unopened(index: JsonValue, delta: JsonObject): MachineBlock | undefined {
    const kind = deltas.get(word(delta, 'type'))?.into[0];
    if (typeof index !== 'number' && this.blocks.length > 0) {
      return this.blocks.at(-1);
    }
    if (kind === undefined) {
      return undefined;
    }
    const block = this.#open({ type: kind });
    block.told = true;
    this.#byIndex.set(typeof index === 'number' ? index : 0, block);
    return block;
  }

  #open(source: JsonObject): MachineBlock {
    const block: MachineBlock = { ...readStart(source), signed: false, closed: false, told: false };
    this.blocks.push(block);
    return block;
  }

  #delta(block: MachineBlock | undefined, delta: JsonObject): void {
    const type = word(delta, 'type');
    const known = deltas.get(type);
    if (block === undefined) {
      return;
    }
    block.told ||= block.closed;
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
    return this.blocks.every(({ closed, told }) => closed || told);
  }

  #demand(holds: boolean, rule: MachineRule): boolean {
    if (!holds) {
      this.breaches.push({ at: this.#at, rule });
    }
    return holds;
  }
}

function readStart(source: JsonObject): Pick<MachineBlock, 'type' | 'id' | 'name' | 'input' | 'content'> {
  const type = word(source, 'type');
  return {
    type,
    id: word(source, 'id'),
    name: word(source, 'name'),
    input: field(source, 'input'),
    // Deltas come on top of the text that a block starts with (A.9).
    content: type === 'text' || type === 'thinking' ? word(source, type) : '',
  };
}

function close(block: MachineBlock | undefined): void {
  if (block === undefined) {
    return;
  }
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
