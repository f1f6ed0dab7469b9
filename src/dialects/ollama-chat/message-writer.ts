import type { ToolStarted } from '../../core/domain-event.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { ChoiceWriter, OpaqueValue } from '../dialect-writer.ts';
import { type Message, tokensOf, toolCall } from './line.ts';

interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly fragments: string[];
  completed: boolean;
}

/** Writes the lines of the message. Text goes out as it comes; a call is one line, written when its last fragment came. */
export class MessageWriter implements ChoiceWriter {
  readonly #write: (message: Message, members?: JsonObject) => void;
  readonly #calls = new Map<number, PendingCall>();
  /** In the order of their start, which is the order of the wire. */
  readonly #waiting: PendingCall[] = [];
  #written = 0;

  /** @param write takes what a line says, and what stands beside the message */
  constructor(write: (message: Message, members?: JsonObject) => void) {
    this.#write = write;
  }

  startContent(): void {}

  text(_: number, content: string, logprobs?: JsonValue): void {
    const tokens = tokensOf(logprobs ?? null);
    this.#write({ content }, tokens.length === 0 ? {} : { logprobs: tokens });
  }

  reasoning(_: number, thinking: string): void {
    this.#write({ thinking });
  }

  startTool({ at, id, name }: ToolStarted): void {
    const call: PendingCall = { id, name, fragments: [], completed: false };
    this.#calls.set(at.part, call);
    this.#waiting.push(call);
  }

  toolArguments(part: number, text: string): void {
    this.#calls.get(part)?.fragments.push(text);
  }

  /** Writes from the front as far as calls are whole. */
  completeTool(part: number): void {
    const call = this.#calls.get(part);
    if (call !== undefined) {
      call.completed = true;
    }
    for (let [first] = this.#waiting; first !== undefined && this.#writeCall(first); [first] = this.#waiting) {
      this.#waiting.shift();
    }
  }

  opaque({ kind, name, value }: OpaqueValue): void {
    const tokens = name === 'logprobs' ? tokensOf(value) : [];
    if (tokens.length > 0) {
      this.#write({}, { logprobs: tokens });
    } else if (name === 'image' && kind === 'image' && typeof value === 'string') {
      this.#write({ images: [value] });
    }
  }

  lostCall(): boolean {
    return this.#waiting.some((call) => wholeCall(call, 0) === undefined);
  }

  /** Writes what waits, without calls that are not whole. The finish stands on the last line of the answer. */
  end(): void {
    for (const call of this.#waiting.splice(0)) {
      this.#writeCall(call);
    }
  }

  #writeCall(call: PendingCall): boolean {
    const written = wholeCall(call, this.#written);
    if (written !== undefined) {
      this.#write({ tool_calls: [written] });
      this.#written += 1;
    }
    return written !== undefined;
  }
}

function wholeCall({ completed, fragments, ...call }: PendingCall, index: number): JsonObject | undefined {
  return completed ? toolCall({ ...call, argumentsRaw: fragments.join('') }, index) : undefined;
}
