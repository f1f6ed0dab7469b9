import type { ToolStarted } from '../../core/domain-event.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Answer, ChoiceWriter, ContentStarted, OpaqueValue } from '../dialect-writer.ts';
import { inventedCallId } from '../invented-id.ts';
import { BlockSequence } from './blocks.ts';

const emptyText: JsonObject = { type: 'text', text: '' };
const emptyThinking: JsonObject = { type: 'thinking', thinking: '', signature: '' };

/** Turns the parts of one answer into content blocks. What does not fit the part it names is ignored. */
export class PartWriter implements ChoiceWriter {
  readonly #answer: Answer;
  readonly #blocks: BlockSequence;
  #stopDetails: JsonValue | undefined;

  /** @param write takes each event's payload, in order */
  constructor(answer: Answer, write: (payload: JsonObject) => void) {
    this.#answer = answer;
    this.#blocks = new BlockSequence(write);
  }

  /** `stop_details` as an upstream of this dialect sent them. */
  get stopDetails(): JsonValue | undefined {
    return this.#stopDetails;
  }

  /** Opens a block ahead of its first delta, as the API does: a client sees what is coming. */
  startContent({ at, part }: ContentStarted): void {
    if (part === 'text') {
      this.#blocks.begin(at.part, 'text', emptyText);
    }
  }

  text(part: number, text: string): void {
    this.#blocks.append(part, 'text', emptyText, { type: 'text_delta', text });
  }

  startReasoning(part: number): void {
    this.#blocks.begin(part, 'thinking', emptyThinking);
  }

  reasoning(part: number, text: string): void {
    this.#blocks.append(part, 'thinking', emptyThinking, { type: 'thinking_delta', thinking: text });
  }

  complete(part: number): void {
    this.#blocks.complete(part);
  }

  startTool(call: ToolStarted): void {
    this.#startCall(call, 'tool_use', 'toolu_');
  }

  startServerTool(call: ToolStarted): void {
    this.#startCall(call, 'server_tool_use', 'srvtoolu_');
  }

  toolArguments(part: number, text: string): void {
    this.#blocks.extend(part, { type: 'input_json_delta', partial_json: text });
  }

  completeTool(part: number): void {
    this.#blocks.complete(part);
  }

  opaque({ part, kind, name, value }: OpaqueValue): void {
    if (name === 'signature' && typeof value === 'string' && kind === 'reasoning') {
      this.#blocks.sign(part, emptyThinking, value);
    } else if (name === 'citation' && kind === 'text') {
      this.#blocks.append(part, 'text', emptyText, { type: 'citations_delta', citation: value });
    } else if (
      name === 'block' &&
      kind !== 'tool' &&
      kind !== 'server_tool' &&
      isObject(value) &&
      typeof value['type'] === 'string'
    ) {
      this.#blocks.begin(part, 'foreign', value);
    } else if (name === 'compaction' && kind === 'other' && isObject(value)) {
      this.#blocks.extend(part, value);
    } else if (name === 'refusal_details') {
      this.#stopDetails = value;
    }
  }

  /** Closes all blocks; nothing waits any more. */
  end(): void {
    this.#blocks.completeAll();
  }

  #startCall({ at, id, name }: ToolStarted, type: string, idPrefix: string): void {
    const start = { type, id: id || inventedCallId(idPrefix, this.#answer.id, at), name, input: {} };
    this.#blocks.append(at.part, 'tool', start, { type: 'input_json_delta', partial_json: '' });
  }
}
