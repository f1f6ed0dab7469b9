import type { Coordinates, DomainEventBody, ToolStarted } from '../../core/domain-event.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { DeltaHold, type PairedEvent } from '../delta-hold.ts';
import type { AnswerTraits, Finish } from '../finish-table.ts';
import { inventedCallId } from '../invented-id.ts';
import { chatAnnotation } from '../openai-annotations.ts';
import { chatLogprobs } from '../openai-logprobs.ts';
import { audioPiece } from './audio.ts';
import { finishReason } from './finish.ts';

type PartRole = 'text' | 'reasoning' | 'refusal' | 'tool' | 'audio' | 'dropped';

interface WrittenTool {
  readonly index: number;
  /** Its input is plain text: OpenAI calls that a custom tool. */
  readonly custom: boolean;
  hasArguments: boolean;
  completed: boolean;
}

/** The events of one choice that stand at a part. */
type PartEvent = Extract<DomainEventBody, { readonly at: Coordinates }>;

/** The parts of a chunk's choice that vary. */
type WriteChoice = (step: {
  readonly index: number;
  readonly delta: JsonObject;
  readonly logprobs: JsonObject | null;
  readonly finish_reason: string | null;
}) => void;

/** Writes the steps of one choice: role first, then content, refusal and tool fragments, the finish last. */
export class ChoiceWriter {
  finish: Finish | undefined;
  readonly index: number;
  readonly #responseId: () => string;
  readonly #write: WriteChoice;
  readonly #roles = new Map<number, PartRole>();
  readonly #tools = new Map<number, WrittenTool>();
  readonly #hold: DeltaHold;
  #opened = false;
  #refusalText = false;

  /** @param hold text deltas wait for their log probabilities */
  constructor(index: number, responseId: () => string, write: WriteChoice, hold = false) {
    this.index = index;
    this.#hold = new DeltaHold(hold ? 'logprobs' : undefined);
    this.#responseId = responseId;
    this.#write = write;
  }

  take(event: PartEvent): void {
    for (const paired of this.#hold.pass(event)) {
      this.#take(paired);
    }
  }

  /** Writes what waits for the events behind it. */
  flush(): void {
    for (const paired of this.#hold.release()) {
      this.#take(paired);
    }
  }

  #take({ event, logprobs }: PairedEvent): void {
    const { part } = event.at;
    switch (event.kind) {
      case 'content.started': {
        const role = startRole(event.part);
        if (this.#begin(part, role) && role === 'text') {
          this.#open('text');
        }
        break;
      }
      case 'content.delta':
        this.#channel(part, 'text', 'content', event.text, logprobs);
        break;
      case 'reasoning.started':
        if (this.#begin(part, 'reasoning')) {
          this.#open('reasoning');
        }
        break;
      case 'reasoning.delta':
        this.#channel(part, 'reasoning', 'reasoning_content', event.text);
        break;
      case 'refusal.delta':
        this.#refusalText ||= event.text !== '';
        this.#channel(part, 'refusal', 'refusal', event.text);
        break;
      case 'tool.started':
        this.#beginTool(event);
        break;
      case 'tool.arguments.delta':
        this.#toolArguments(part, event.text);
        break;
      case 'tool.completed':
        this.#completeTool(part);
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

  /** The raw finish reason; undefined where there is none that Chat may say. */
  finishWord(): string | undefined {
    const answer: AnswerTraits = { clientTools: this.#tools.size > 0, refusalText: this.#refusalText };
    return this.finish === undefined ? undefined : finishReason(this.finish, answer);
  }

  /** Writes what is still missing, then the finish on a chunk of its own. */
  end(word: string): void {
    this.flush();
    this.#open('text');
    const cut = this.finish?.kind === 'length' || this.finish?.kind === 'context_length';
    if (!cut) {
      for (const part of this.#tools.keys()) {
        this.#completeTool(part);
      }
    }
    this.#write({ index: this.index, delta: {}, logprobs: null, finish_reason: word });
  }

  /** The first chunk of a choice carries its role; what stands beside it depends on what comes first, as at OpenAI. */
  #open(first: PartRole): void {
    if (this.#opened) {
      return;
    }
    this.#opened = true;
    const content = first === 'tool' || first === 'refusal' || first === 'audio' ? null : '';
    this.#step({ role: 'assistant', content, refusal: first === 'refusal' ? '' : null });
  }

  #step(delta: JsonObject, logprobs: JsonObject | null = null): void {
    this.#write({ index: this.index, delta, logprobs, finish_reason: null });
  }

  #channel(part: number, role: PartRole, key: string, text: string, logprobs: JsonValue = null): void {
    if (text !== '' && this.#begin(part, role)) {
      this.#open(role);
      this.#step({ [key]: text }, chatLogprobs(logprobs) ?? null);
    }
  }

  #opaque(part: number, name: string, value: JsonValue): void {
    const role = this.#roles.get(part);
    const logprobs = name === 'logprobs' ? chatLogprobs(value) : undefined;
    const annotation = name === 'annotation' && role === 'text' ? chatAnnotation(value) : undefined;
    const audio = name === 'audio' && role === 'audio' ? audioPiece(value) : undefined;
    if (logprobs !== undefined) {
      this.#open('text');
      this.#step({}, logprobs);
    } else if (annotation !== undefined) {
      this.#open('text');
      this.#step({ annotations: [annotation] });
    } else if (audio !== undefined) {
      this.#open('audio');
      this.#step({ audio });
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

  #beginTool({ at, owner, id, name, input }: ToolStarted): void {
    if (this.#roles.has(at.part)) {
      return;
    }
    this.#begin(at.part, owner === 'client' ? 'tool' : 'dropped');
    if (owner === 'server') {
      return;
    }
    const index = this.#tools.size;
    const custom = input === 'text';
    this.#tools.set(at.part, { index, custom, hasArguments: false, completed: false });
    this.#open('tool');
    const identity = { index, id: id || inventedCallId('call_', this.#responseId(), at) };
    const call = custom
      ? { ...identity, type: 'custom', custom: { name, input: '' } }
      : { ...identity, type: 'function', function: { name, arguments: '' } };
    this.#step({ tool_calls: [call] });
  }

  #toolArguments(part: number, text: string): void {
    const tool = this.#tools.get(part);
    if (tool !== undefined && !tool.completed && text !== '') {
      tool.hasArguments = true;
      const piece = tool.custom ? { custom: { input: text } } : { function: { arguments: text } };
      this.#step({ tool_calls: [{ index: tool.index, ...piece }] });
    }
  }

  /** A call without arguments says `{}`: an empty string is not JSON, and clients parse it. */
  #completeTool(part: number): void {
    const tool = this.#tools.get(part);
    if (tool !== undefined && !tool.completed && !tool.hasArguments && !tool.custom) {
      this.#toolArguments(part, '{}');
    }
    if (tool !== undefined) {
      tool.completed = true;
    }
  }
}

function startRole(part: 'text' | 'audio' | 'image' | 'other'): PartRole {
  return part === 'text' || part === 'audio' ? part : 'dropped';
}
