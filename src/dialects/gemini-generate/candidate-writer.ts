import type { ToolStarted } from '../../core/domain-event.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { ChoiceWriter, ContentStarted, Ending, OpaqueValue } from '../dialect-writer.ts';
import { callPart, candidateMember, foreignPart, promptFeedbackName, textPart } from './parts.ts';

interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly fragments: string[];
  signature?: JsonValue;
  completed: boolean;
}

/** What a candidate says in one chunk, beside its index. */
interface CandidateStep {
  /**
   * An empty text if there is nothing else, because the official SDK's chat helper drops a turn with a chunk without
   * parts.
   */
  readonly parts: readonly JsonObject[];
  readonly members?: JsonObject | undefined;
}

const nothing: readonly JsonObject[] = [textPart('', false)];

/**
 * Writes the steps of one candidate. Text goes out as it comes. A call is one part, so it waits for its last fragment,
 * and everything after it waits, too.
 */
export class CandidateWriter implements ChoiceWriter {
  readonly #index: number;
  readonly #writeChunk: (content: JsonObject, last: boolean) => void;
  readonly #calls = new Map<number, PendingCall>();
  /** In the order of the wire. The first one is always a call that is not complete. */
  readonly #waiting: (PendingCall | CandidateStep)[] = [];
  /** Parts that are not parts on the wire, but say why the prompt was refused. */
  readonly #feedbackParts = new Set<number>();
  #feedback: JsonValue | undefined;

  /** @param writeChunk takes what a chunk holds beside id, model and usage, and whether it is the last one */
  constructor(index: number, writeChunk: (content: JsonObject, last: boolean) => void) {
    this.#index = index;
    this.#writeChunk = writeChunk;
  }

  startContent({ at, part, name }: ContentStarted): void {
    if (part !== 'text' && name === promptFeedbackName) {
      this.#feedbackParts.add(at.part);
    }
  }

  text(_: number, text: string, logprobs?: JsonValue): void {
    const members = logprobs === undefined ? undefined : candidateMember('logprobs_result', logprobs);
    this.#step({ parts: [textPart(text, false)], members });
  }

  reasoning(_: number, text: string): void {
    this.#step({ parts: [textPart(text, true)] });
  }

  startTool({ at, id, name }: ToolStarted): void {
    const call: PendingCall = { id, name, fragments: [], completed: false };
    this.#calls.set(at.part, call);
    this.#waiting.push(call);
  }

  toolArguments(part: number, text: string): void {
    this.#calls.get(part)?.fragments.push(text);
  }

  /** Writes from the front, up to the first call that is not whole. */
  completeTool(part: number): void {
    const call = this.#calls.get(part);
    if (call !== undefined) {
      call.completed = true;
    }
    for (let [item] = this.#waiting; item !== undefined; [item] = this.#waiting) {
      const step = stepOf(item);
      if (step === undefined) {
        return;
      }
      this.#write(step);
      this.#waiting.shift();
    }
  }

  opaque({ part, kind, name, value }: OpaqueValue): void {
    const member = candidateMember(name, value);
    if (member !== undefined) {
      this.#step({ parts: nothing, members: member });
    } else if (name === 'thought_signature') {
      this.#sign(part, kind, value);
    } else if (name === 'block' && this.#feedbackParts.has(part)) {
      this.#feedback = value;
    } else if (name === 'block' && (kind === 'audio' || kind === 'image' || kind === 'other')) {
      const foreign = foreignPart(value);
      if (foreign !== undefined) {
        this.#step({ parts: [foreign] });
      }
    }
  }

  lostCall(): boolean {
    return this.#waiting.some((item) => stepOf(item) === undefined);
  }

  /** Writes what waits, without calls that are not whole, then the finish on a chunk of its own. */
  end({ word, last }: Ending): void {
    for (const item of this.#waiting) {
      const step = stepOf(item);
      if (step !== undefined) {
        this.#write(step);
      }
    }
    if (this.#feedback === undefined) {
      this.#write({ parts: nothing, members: { finishReason: word } }, last);
    } else {
      // Why the prompt was refused is the whole answer.
      this.#writeChunk({ promptFeedback: this.#feedback }, last);
    }
  }

  /** After a text that is already written, an empty text carries the signature, as the provider itself does it. */
  #sign(part: number, kind: OpaqueValue['kind'], value: JsonValue): void {
    const call = this.#calls.get(part);
    if (call?.completed === false) {
      call.signature = value;
    } else if (kind === 'text' || kind === 'reasoning') {
      this.#step({ parts: [textPart('', kind === 'reasoning', value)] });
    }
  }

  #step(step: CandidateStep): void {
    if (this.#waiting.length === 0) {
      this.#write(step);
    } else {
      this.#waiting.push(step);
    }
  }

  #write({ parts, members }: CandidateStep, last = false): void {
    this.#writeChunk({ candidates: [{ content: { parts, role: 'model' }, ...members, index: this.#index }] }, last);
  }
}

/** What to write; undefined for a call that is not whole, or that no part can hold. */
function stepOf(item: PendingCall | CandidateStep): CandidateStep | undefined {
  if (!('fragments' in item)) {
    return item;
  }
  const part = item.completed ? callPart(item, item.fragments.join(''), item.signature) : undefined;
  return part === undefined ? undefined : { parts: [part] };
}
