import type { ToolStarted } from '../../core/domain-event.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Answer, ChoiceWriter, ContentStarted, OpaqueValue } from '../dialect-writer.ts';
import { inventedCallId } from '../invented-id.ts';
import { isTyped } from '../lenient-read.ts';
import { PartSequence } from '../part-sequence.ts';
import { type Block, BlockWriter, newBlock } from './blocks.ts';

const emptyText: JsonObject = { type: 'text', text: '' };
const emptyThinking: JsonObject = { type: 'thinking', thinking: '', signature: '' };

/** Turns the parts of one answer into content blocks. What does not fit the part it names is ignored. */
export class PartWriter implements ChoiceWriter {
  readonly #answer: Answer;
  readonly #blocks: PartSequence<JsonObject, Block>;
  #stopDetails: JsonValue | undefined;

  /** @param write takes each event's payload, in order */
  constructor(answer: Answer, write: (payload: JsonObject) => void) {
    this.#answer = answer;
    this.#blocks = new PartSequence(new BlockWriter(write));
  }

  /** `stop_details` as an upstream of this dialect sent them. */
  get stopDetails(): JsonValue | undefined {
    return this.#stopDetails;
  }

  /** Opens a block ahead of its first delta, as the API does, so that a client sees what is coming. */
  startContent({ at, part }: ContentStarted): void {
    if (part === 'text') {
      this.#blocks.begin(newBlock(at.part, emptyText));
    }
  }

  text(part: number, text: string): void {
    this.#blocks.add(this.#block(part, emptyText), { type: 'text_delta', text });
  }

  startReasoning(part: number): void {
    this.#blocks.begin(newBlock(part, emptyThinking));
  }

  reasoning(part: number, thinking: string): void {
    this.#blocks.add(this.#block(part, emptyThinking), { type: 'thinking_delta', thinking });
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
    this.#blocks.add(this.#blocks.current(part), { type: 'input_json_delta', partial_json: text });
  }

  completeTool(part: number): void {
    this.#blocks.complete(part);
  }

  opaque({ part, kind, name, value }: OpaqueValue): void {
    if (name === 'signature' && typeof value === 'string' && kind === 'reasoning') {
      this.#block(part, emptyThinking).signature = value;
    } else if (name === 'citation' && kind === 'text') {
      this.#blocks.add(this.#block(part, emptyText), { type: 'citations_delta', citation: value });
    } else if (name === 'block' && kind !== 'tool' && kind !== 'server_tool' && isTyped(value)) {
      this.#blocks.begin(newBlock(part, value));
    } else if (name === 'compaction' && kind === 'other' && isObject(value)) {
      this.#blocks.add(this.#blocks.current(part), value);
    } else if (name === 'refusal_details') {
      this.#stopDetails = value;
    }
  }

  /** Closes all blocks, so that nothing waits any more. */
  end(): void {
    this.#blocks.completeAll();
  }

  #startCall({ at, id, name }: ToolStarted, type: string, idPrefix: string): void {
    const start = { type, id: id || inventedCallId(idPrefix, this.#answer.id, at), name, input: {} };
    this.#blocks.add(this.#blocks.begin(newBlock(at.part, start, true)), {
      type: 'input_json_delta',
      partial_json: '',
    });
  }

  /** The block of a part that still takes something. It is opened if there is none. */
  #block(part: number, start: JsonObject): Block {
    return this.#blocks.current(part) ?? this.#blocks.begin(newBlock(part, start));
  }
}
