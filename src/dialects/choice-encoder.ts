import type { Coordinates, DomainEventBody, PartKind, ToolStarted } from '../core/domain-event.ts';
import type { JsonValue } from '../core/json.ts';
import { DeltaHold, type PairedEvent } from './delta-hold.ts';
import type { ChoiceWriter } from './dialect-writer.ts';
import type { AnswerTraits, Finish } from './finish-word.ts';
import { inputClosing, inputOpening, inputPiece } from './object-arguments.ts';

/** The events that belong to a part. */
export type PartEvent = Extract<DomainEventBody, { readonly at: Coordinates }>;

export interface ChoiceSettings {
  readonly index: number;
  readonly writer: ChoiceWriter;
  /** Text deltas wait for the log probabilities with this name. */
  readonly heldLogprobs: string | undefined;
  /** Arguments are always an object, so plain input has to be wrapped in one. */
  readonly wrapsInput: boolean;
}

/** Names of values that are the whole content of their part. */
const wholeParts: readonly string[] = ['block', 'item'];

/**
 * Sorts the events of one choice. What contradicts the kind of its part, or says nothing, does not reach the writer.
 */
export class ChoiceEncoder {
  finish: Finish | undefined;
  readonly index: number;
  readonly writer: ChoiceWriter;
  /** The kind of each part, from the first event that came for it. */
  readonly #kinds = new Map<number, PartKind>();
  readonly #hold: DeltaHold;
  readonly #wrapsInput: boolean;
  /** Calls that may still get arguments, and whether their input is being wrapped. */
  readonly #openCalls = new Map<number, { readonly wrapped: boolean }>();
  #clientTools = false;
  #refusalText = false;

  constructor({ index, writer, heldLogprobs, wrapsInput }: ChoiceSettings) {
    this.index = index;
    this.writer = writer;
    this.#hold = new DeltaHold(heldLogprobs);
    this.#wrapsInput = wrapsInput;
  }

  /** What the finish depends on, besides the upstream's reason. */
  get traits(): AnswerTraits {
    const lostCall = this.writer.lostCall?.() ?? false;
    return { clientTools: this.#clientTools, refusalText: this.#refusalText, lostCall };
  }

  take(event: PartEvent): void {
    for (const paired of this.#hold.pass(event)) {
      this.#take(paired);
    }
  }

  /** Writes a delta that waits for its log probabilities. */
  release(): void {
    for (const paired of this.#hold.release()) {
      this.#take(paired);
    }
  }

  #take({ event, logprobs }: PairedEvent): void {
    const { part } = event.at;
    switch (event.kind) {
      case 'content.started':
        if (this.#starts(part, event.part)) {
          this.writer.startContent(event);
        }
        break;
      case 'content.delta':
        this.#text(part, event.text, logprobs);
        break;
      case 'refusal.delta':
        this.#refusal(part, event.text);
        break;
      case 'reasoning.started':
        if (this.#starts(part, 'reasoning')) {
          this.writer.startReasoning?.(part);
        }
        break;
      case 'reasoning.delta':
        if (event.text !== '' && this.#is(part, 'reasoning')) {
          this.writer.reasoning(part, event.text);
        }
        break;
      case 'content.completed':
      case 'reasoning.completed':
        if (!isCall(this.#kinds.get(part))) {
          this.writer.complete?.(part);
        }
        break;
      case 'tool.started':
        this.#startTool(event);
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
      default:
        event satisfies never;
    }
  }

  /** Notes what a part is, unless that is known. Returns true if it was not known. */
  #starts(part: number, kind: PartKind): boolean {
    return !this.#kinds.has(part) && this.#is(part, kind);
  }

  /** Notes what a part is, unless that is known. Returns false if it is something else. */
  #is(part: number, kind: PartKind): boolean {
    const known = this.#kinds.get(part);
    if (known === undefined) {
      this.#kinds.set(part, kind);
    }
    return (known ?? kind) === kind;
  }

  #text(part: number, text: string, logprobs?: JsonValue): void {
    if (text !== '' && this.#is(part, 'text')) {
      this.writer.text(part, text, logprobs);
    }
  }

  #refusal(part: number, text: string): void {
    this.#refusalText ||= text !== '';
    if (this.writer.refusal === undefined) {
      this.#text(part, text);
    } else if (text !== '' && this.#is(part, 'refusal')) {
      this.writer.refusal(part, text);
    }
  }

  #opaque(part: number, name: string, value: JsonValue): void {
    if (wholeParts.includes(name)) {
      this.#starts(part, 'other');
    }
    this.writer.opaque({ part, kind: this.#kinds.get(part), name, value });
  }

  #startTool(event: ToolStarted): void {
    const { at, owner, input } = event;
    if (!this.#starts(at.part, owner === 'client' ? 'tool' : 'server_tool')) {
      return;
    }
    this.#clientTools ||= owner === 'client';
    if (owner === 'server' && this.writer.startServerTool === undefined) {
      return;
    }
    const wrapped = this.#wrapsInput && input === 'text';
    this.#openCalls.set(at.part, { wrapped });
    if (owner === 'client') {
      this.writer.startTool(event);
    } else {
      this.writer.startServerTool?.(event);
    }
    if (wrapped) {
      this.writer.toolArguments(at.part, inputOpening);
    }
  }

  #toolArguments(part: number, text: string): void {
    const call = this.#openCalls.get(part);
    if (call !== undefined && text !== '') {
      this.writer.toolArguments(part, call.wrapped ? inputPiece(text) : text);
    }
  }

  #completeTool(part: number): void {
    const call = this.#openCalls.get(part);
    if (call === undefined) {
      return;
    }
    this.#openCalls.delete(part);
    if (call.wrapped) {
      this.writer.toolArguments(part, inputClosing);
    }
    this.writer.completeTool(part);
  }
}

function isCall(kind: PartKind | undefined): boolean {
  return kind === 'tool' || kind === 'server_tool';
}
