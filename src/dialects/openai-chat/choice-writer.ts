import type { ToolStarted } from '../../core/domain-event.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Answer, ChoiceWriter, ContentStarted, Ending, OpaqueValue } from '../dialect-writer.ts';
import { isCut } from '../finish-word.ts';
import { inventedCallId } from '../invented-id.ts';
import { chatAnnotation } from '../openai-annotations.ts';
import { chatLogprobs } from '../openai-logprobs.ts';
import { audioPiece } from './audio.ts';

interface WrittenTool {
  readonly index: number;
  /** The input is plain text; OpenAI calls that a custom tool. */
  readonly custom: boolean;
  hasArguments: boolean;
}

/** The parts of a chunk's choice that vary. */
type WriteChoice = (step: {
  readonly index: number;
  readonly delta: JsonObject;
  readonly logprobs: JsonObject | null;
  readonly finish_reason: string | null;
}) => void;

/** Writes the steps of one choice: first the role, then content, refusal and tool fragments, and last the finish. */
export class ChatChoiceWriter implements ChoiceWriter {
  readonly #index: number;
  readonly #answer: Answer;
  readonly #write: WriteChoice;
  readonly #tools = new Map<number, WrittenTool>();
  #opened = false;

  constructor(index: number, answer: Answer, write: WriteChoice) {
    this.#index = index;
    this.#answer = answer;
    this.#write = write;
  }

  startContent({ part }: ContentStarted): void {
    if (part === 'text') {
      this.#open('');
    }
  }

  text(_: number, text: string, logprobs: JsonValue = null): void {
    this.#open('');
    this.#step({ content: text }, chatLogprobs(logprobs) ?? null);
  }

  refusal(_: number, text: string): void {
    this.#open(null, '');
    this.#step({ refusal: text });
  }

  startReasoning(): void {
    this.#open('');
  }

  reasoning(_: number, text: string): void {
    this.#open('');
    this.#step({ reasoning_content: text });
  }

  startTool({ at, id, name, input }: ToolStarted): void {
    const index = this.#tools.size;
    const custom = input === 'text';
    this.#tools.set(at.part, { index, custom, hasArguments: false });
    this.#open(null);
    const identity = { index, id: id || inventedCallId('call_', this.#answer.id, at) };
    const call = custom
      ? { ...identity, type: 'custom', custom: { name, input: '' } }
      : { ...identity, type: 'function', function: { name, arguments: '' } };
    this.#step({ tool_calls: [call] });
  }

  toolArguments(part: number, text: string): void {
    const tool = this.#tools.get(part);
    if (tool !== undefined) {
      tool.hasArguments = true;
      const piece = tool.custom ? { custom: { input: text } } : { function: { arguments: text } };
      this.#step({ tool_calls: [{ index: tool.index, ...piece }] });
    }
  }

  /** A call without arguments says `{}`, because clients parse the string and an empty one is not JSON. */
  completeTool(part: number): void {
    const tool = this.#tools.get(part);
    if (tool?.custom === false && !tool.hasArguments) {
      this.toolArguments(part, '{}');
    }
  }

  opaque({ kind, name, value }: OpaqueValue): void {
    const logprobs = name === 'logprobs' ? chatLogprobs(value) : undefined;
    const annotation = name === 'annotation' && kind === 'text' ? chatAnnotation(value) : undefined;
    const audio = name === 'audio' && kind === 'audio' ? audioPiece(value) : undefined;
    if (logprobs !== undefined) {
      this.#open('');
      this.#step({}, logprobs);
    } else if (annotation !== undefined) {
      this.#open('');
      this.#step({ annotations: [annotation] });
    } else if (audio !== undefined) {
      this.#open(null);
      this.#step({ audio });
    }
  }

  end({ finish, word }: Ending): void {
    this.#open('');
    if (!isCut(finish)) {
      for (const part of this.#tools.keys()) {
        this.completeTool(part);
      }
    }
    this.#write({ index: this.#index, delta: {}, logprobs: null, finish_reason: word });
  }

  /** The first chunk of a choice carries its role. What else it carries depends on what comes first, as at OpenAI. */
  #open(content: '' | null, refusal: '' | null = null): void {
    if (!this.#opened) {
      this.#opened = true;
      this.#step({ role: 'assistant', content, refusal });
    }
  }

  #step(delta: JsonObject, logprobs: JsonObject | null = null): void {
    this.#write({ index: this.#index, delta, logprobs, finish_reason: null });
  }
}
