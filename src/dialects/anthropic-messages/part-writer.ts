import type { Coordinates, DomainEventBody } from '../../core/domain-event.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { AnswerTraits } from '../finish-table.ts';
import { inventedCallId } from '../invented-id.ts';
import { BlockSequence } from './blocks.ts';

type PartRole = 'text' | 'thinking' | 'tool' | 'foreign' | 'dropped';

/** The events that stand at a part. */
type PartEvent = Extract<DomainEventBody, { readonly at: Coordinates }>;

const emptyText: JsonObject = { type: 'text', text: '' };
const emptyThinking: JsonObject = { type: 'thinking', thinking: '', signature: '' };

/** Turns the parts of one answer into content blocks. What does not fit the part it names is ignored. */
export class PartWriter {
  readonly #responseId: () => string;
  readonly #blocks: BlockSequence;
  readonly #roles = new Map<number, PartRole>();
  #clientTools = false;
  #refusalText = false;
  #stopDetails: JsonValue | undefined;

  /** @param write takes each event's payload, in order */
  constructor(responseId: () => string, write: (payload: JsonObject) => void) {
    this.#responseId = responseId;
    this.#blocks = new BlockSequence(write);
  }

  get traits(): AnswerTraits {
    return { clientTools: this.#clientTools, refusalText: this.#refusalText };
  }

  /** `stop_details` as an upstream of this dialect sent them. */
  get stopDetails(): JsonValue | undefined {
    return this.#stopDetails;
  }

  /** Closes all blocks; nothing waits any more. */
  end(): void {
    this.#blocks.completeAll();
  }

  take(event: PartEvent): void {
    const { part } = event.at;
    switch (event.kind) {
      case 'content.started':
        if (event.part === 'text') {
          this.#open(part, 'text', emptyText);
        } else {
          this.#begin(part, event.part === 'other' ? 'foreign' : 'dropped');
        }
        break;
      case 'content.delta':
        this.#text(part, event.text);
        break;
      case 'reasoning.started':
        this.#open(part, 'thinking', emptyThinking);
        break;
      case 'reasoning.delta':
        if (event.text !== '' && this.#begin(part, 'thinking')) {
          this.#blocks.append(part, 'thinking', emptyThinking, { type: 'thinking_delta', thinking: event.text });
        }
        break;
      case 'refusal.delta':
        // Messages has no refusal channel: the words are text, and the stop reason says what they are.
        this.#refusalText ||= event.text !== '';
        this.#text(part, event.text);
        break;
      case 'tool.started':
        this.#beginTool(event.at, event.owner, event.id, event.name);
        break;
      case 'tool.arguments.delta':
        if (event.text !== '' && this.#roles.get(part) === 'tool') {
          this.#blocks.extend(part, { type: 'input_json_delta', partial_json: event.text });
        }
        break;
      case 'content.completed':
      case 'reasoning.completed':
        if (this.#roles.get(part) !== 'tool') {
          this.#blocks.complete(part);
        }
        break;
      case 'tool.completed':
        if (this.#roles.get(part) === 'tool') {
          this.#blocks.complete(part);
        }
        break;
      case 'opaque.reported':
        this.#opaque(part, event.name, event.value);
        break;
      default:
        event satisfies never;
    }
  }

  #text(part: number, text: string): void {
    if (text !== '' && this.#begin(part, 'text')) {
      this.#blocks.append(part, 'text', emptyText, { type: 'text_delta', text });
    }
  }

  #opaque(part: number, name: string, value: JsonValue): void {
    const role = this.#roles.get(part);
    if (name === 'signature' && typeof value === 'string' && role === 'thinking') {
      this.#blocks.sign(part, emptyThinking, value);
    } else if (name === 'citation' && role === 'text') {
      this.#blocks.append(part, 'text', emptyText, { type: 'citations_delta', citation: value });
    } else if (name === 'block' && role !== 'tool' && isObject(value) && typeof value['type'] === 'string') {
      this.#begin(part, 'foreign');
      this.#blocks.begin(part, 'foreign', value);
    } else if (name === 'compaction' && role === 'foreign' && isObject(value)) {
      this.#blocks.extend(part, value);
    } else if (name === 'refusal_details') {
      this.#stopDetails = value;
    }
  }

  /** Notes what a part is, once; false when it is something else already. */
  #begin(part: number, role: PartRole): boolean {
    const known = this.#roles.get(part);
    if (known === undefined) {
      this.#roles.set(part, role);
    }
    return (known ?? role) === role;
  }

  /** Opens a block ahead of its first delta, as the API does: a client sees what is coming. */
  #open(part: number, role: 'text' | 'thinking', start: JsonObject): void {
    if (!this.#roles.has(part)) {
      this.#begin(part, role);
      this.#blocks.begin(part, role, start);
    }
  }

  #beginTool(at: Coordinates, owner: 'client' | 'server', id: string, name: string): void {
    if (this.#roles.has(at.part)) {
      return;
    }
    this.#begin(at.part, 'tool');
    this.#clientTools ||= owner === 'client';
    const [type, idPrefix] = owner === 'client' ? ['tool_use', 'toolu_'] : ['server_tool_use', 'srvtoolu_'];
    const start = { type, id: id || inventedCallId(idPrefix, this.#responseId(), at), name, input: {} };
    this.#blocks.append(at.part, 'tool', start, { type: 'input_json_delta', partial_json: '' });
  }
}
