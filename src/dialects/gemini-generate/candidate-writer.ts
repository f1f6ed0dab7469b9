import type { Coordinates, DomainEventBody } from '../../core/domain-event.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { DeltaHold, type PairedEvent } from '../delta-hold.ts';
import type { Finish } from '../finish-table.ts';
import { finishReason } from './finish.ts';
import { callPart, candidateMember, foreignPart, promptFeedbackName, textPart } from './parts.ts';

type PartRole = 'text' | 'reasoning' | 'call' | 'foreign' | 'feedback' | 'dropped';

/** The events of one candidate that stand at a part. */
type PartEvent = Extract<DomainEventBody, { readonly at: Coordinates }>;

interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly fragments: string[];
  signature?: JsonValue;
  completed: boolean;
}

/** What a candidate says in one chunk, beside its index. */
export interface CandidateStep {
  /** An empty text where there is nothing else: the chat helper of the official SDK drops a turn for a chunk without parts. */
  readonly parts: readonly JsonObject[];
  readonly members?: JsonObject;
}

const nothing: readonly JsonObject[] = [textPart('', false)];

/**
 * Writes the steps of one candidate. Text goes out as it comes; a call is one part, so it waits for its last fragment,
 * and all that comes behind it waits too.
 */
export class CandidateWriter {
  finish: Finish | undefined;
  readonly index: number;
  readonly #write: (step: CandidateStep) => void;
  readonly #roles = new Map<number, PartRole>();
  readonly #calls = new Map<number, PendingCall>();
  /** In the order of the wire; the first one is always a call that is not complete. */
  readonly #waiting: (PendingCall | CandidateStep)[] = [];
  readonly #hold: DeltaHold;
  #feedback: JsonValue | undefined;
  #refusalText = false;
  #lostCall = false;

  /** @param hold text deltas wait for their log probabilities */
  constructor(index: number, write: (step: CandidateStep) => void, hold = false) {
    this.#hold = new DeltaHold(hold ? 'logprobs_result' : undefined);
    this.index = index;
    this.#write = write;
  }

  take(event: PartEvent): void {
    for (const paired of this.#hold.pass(event)) {
      this.#take(paired);
    }
  }

  #take({ event, logprobs }: PairedEvent): void {
    const { part } = event.at;
    switch (event.kind) {
      case 'content.started':
        this.#begin(part, startRole(event.part, event.name));
        break;
      case 'content.delta':
        this.#text(part, 'text', event.text, logprobs);
        break;
      case 'reasoning.started':
        this.#begin(part, 'reasoning');
        break;
      case 'reasoning.delta':
        this.#text(part, 'reasoning', event.text);
        break;
      case 'refusal.delta':
        this.#refusalText ||= event.text !== '';
        this.#text(part, 'text', event.text);
        break;
      case 'tool.started':
        this.#beginCall(part, event.owner, event.id, event.name);
        break;
      case 'tool.arguments.delta':
        this.#openCall(part)?.fragments.push(event.text);
        break;
      case 'tool.completed':
        this.#completeCall(part);
        break;
      case 'opaque.reported':
        this.#opaque(part, event.name, event.value);
        break;
      case 'content.completed':
      case 'reasoning.completed':
        break;
      default:
        event satisfies never;
    }
  }

  /** Why the prompt was refused, when that is the whole answer. */
  get feedback(): JsonValue | undefined {
    return this.#feedback;
  }

  /** The raw finish reason; undefined where there is none that Gemini may say. */
  finishWord(): string | undefined {
    return this.finish === undefined ? undefined : finishReason(this.finish, this.#answer);
  }

  get #answer(): { readonly refusalText: boolean; readonly lostCall: boolean } {
    return { refusalText: this.#refusalText, lostCall: this.#lostCall };
  }

  /** Writes a delta that waits for its log probabilities. */
  release(): void {
    for (const paired of this.#hold.release()) {
      this.#take(paired);
    }
  }

  /** Writes what waits, without calls that are not whole. */
  flush(): void {
    this.release();
    for (const item of this.#waiting.splice(0)) {
      const step = 'fragments' in item ? callStep(item) : item;
      if (step !== undefined) {
        this.#write(step);
      }
      this.#lostCall ||= step === undefined;
    }
  }

  /** Writes the finish on a chunk of its own; to be called after `flush`, and only where there is a word. */
  end(): void {
    this.#write({ parts: nothing, members: { finishReason: this.finishWord() ?? null } });
  }

  /** Notes what a part is, once; false when it is something else already. */
  #begin(part: number, role: PartRole): boolean {
    const known = this.#roles.get(part);
    if (known === undefined) {
      this.#roles.set(part, role);
    }
    return (known ?? role) === role;
  }

  #text(part: number, role: 'text' | 'reasoning', text: string, logprobs?: JsonValue): void {
    if (text !== '' && this.#begin(part, role)) {
      const members = logprobs === undefined ? undefined : candidateMember('logprobs_result', logprobs);
      this.#step({ parts: [textPart(text, role === 'reasoning')], ...(members === undefined ? {} : { members }) });
    }
  }

  #beginCall(part: number, owner: 'client' | 'server', id: string, name: string): void {
    if (this.#roles.has(part)) {
      return;
    }
    this.#begin(part, owner === 'client' ? 'call' : 'dropped');
    if (owner === 'client') {
      const call: PendingCall = { id, name, fragments: [], completed: false };
      this.#calls.set(part, call);
      this.#waiting.push(call);
    }
  }

  #openCall(part: number): PendingCall | undefined {
    const call = this.#calls.get(part);
    return call?.completed === true ? undefined : call;
  }

  #completeCall(part: number): void {
    const call = this.#openCall(part);
    if (call !== undefined) {
      call.completed = true;
      this.#advance();
    }
  }

  #opaque(part: number, name: string, value: JsonValue): void {
    const member = candidateMember(name, value);
    if (member !== undefined) {
      this.#step({ parts: nothing, members: member });
    } else if (name === 'thought_signature') {
      this.#sign(part, value);
    } else if (name === 'block' && this.#roles.get(part) === 'feedback') {
      this.#feedback = value;
    } else if (name === 'block' && this.#roles.get(part) === 'foreign') {
      const foreign = foreignPart(value);
      if (foreign !== undefined) {
        this.#step({ parts: [foreign] });
      }
    }
  }

  /** Behind a text that was written already, an empty one carries the signature, as the provider itself does it. */
  #sign(part: number, value: JsonValue): void {
    const role = this.#roles.get(part);
    const call = this.#openCall(part);
    if (call !== undefined) {
      call.signature = value;
    } else if (role === 'text' || role === 'reasoning') {
      this.#step({ parts: [textPart('', role === 'reasoning', value)] });
    }
  }

  #step(step: CandidateStep): void {
    if (this.#waiting.length === 0) {
      this.#write(step);
    } else {
      this.#waiting.push(step);
    }
  }

  /** Writes from the front as far as calls are whole. */
  #advance(): void {
    for (let [item] = this.#waiting; item !== undefined; [item] = this.#waiting) {
      const step = 'fragments' in item ? callStep(item) : item;
      if (step === undefined) {
        return;
      }
      this.#write(step);
      this.#waiting.shift();
    }
  }
}

function startRole(part: 'text' | 'audio' | 'image' | 'other', name: string | undefined): PartRole {
  if (part === 'text') {
    return 'text';
  }
  return name === promptFeedbackName ? 'feedback' : 'foreign';
}

/** The call as a step; undefined while it is not whole, or when no part can hold it. */
function callStep({ completed, fragments, ...call }: PendingCall): CandidateStep | undefined {
  const part = completed ? callPart({ ...call, argumentsRaw: fragments.join('') }) : undefined;
  return part === undefined ? undefined : { parts: [part] };
}
