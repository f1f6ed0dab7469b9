import type { Coordinates, DomainEvent, DomainEventBody, PartKind } from '../../core/domain-event.ts';
import type { JsonValue } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import type { ToolFormat } from '../contract-format.ts';
import type { ReadFinish } from './finish-reading.ts';
import type { Instance } from './instance.ts';
import { slotsWith } from './named-slots.ts';
import { completionOf, startOf } from './part-events.ts';
import { isGiven } from './pointer.ts';

/** Slots whose text is a channel of the answer. */
export type Channel = 'text' | 'reasoning' | 'refusal';

/** A channel part that a choice is writing to without an explicit block. */
interface OpenChannel {
  readonly instance: Instance;
  readonly channel: Channel;
  readonly at: Coordinates;
}

interface PartState {
  readonly kind: PartKind;
  readonly at: Coordinates;
  /** Tools are announced once id and name are known; fragments that come earlier wait here. */
  announced: boolean;
  readonly waiting: string[];
}

const idSlots = slotsWith('tool-id');
const nameSlots = slotsWith('tool-name');

/**
 * Turns what the rules do to slots into domain events, in the field's words. It knows parts and channels, no dialect:
 * a channel part stays open until another part of the same choice starts, so the order of parts is the order on the wire.
 */
export class Emitter {
  readonly events: DomainEvent[] = [];
  frame = 0;
  /** An error was told. */
  failed = false;
  readonly #kinds: Readonly<Record<string, PartKind>>;
  readonly #tools: ToolFormat;
  readonly #channels = new Map<number, OpenChannel>();
  readonly #nextPart = new Map<number, number>();
  readonly #parts = new Map<Instance, PartState>();

  /**
   * @param kinds what the wire's words for parts mean
   * @param tools where ids are optional, a call is known by its name alone, so its announcement waits for no id
   */
  constructor(kinds: Readonly<Record<string, PartKind>>, tools: ToolFormat = {}) {
    this.#kinds = kinds;
    this.#tools = tools;
  }

  emit(body: DomainEventBody): void {
    this.events.push({ ...body, frame: this.frame });
  }

  started(id: JsonValue | undefined, model: JsonValue | undefined): void {
    this.emit({
      kind: 'response.started',
      ...(typeof id === 'string' && isGiven(id) ? { id } : {}),
      ...(typeof model === 'string' && isGiven(model) ? { model } : {}),
    });
  }

  /** The instance is a part of its own; `word` is the wire's name of its kind. */
  startPart(instance: Instance, word: string): void {
    this.#closeChannel(instance.choice);
    const kind = (Object.hasOwn(this.#kinds, word) ? this.#kinds[word] : undefined) ?? 'other';
    const at = this.#nextPlace(instance.choice);
    instance.at = at;
    this.#parts.set(instance, { kind, at, announced: false, waiting: [] });
    this.announceTool(instance, false);
    this.#emitAny(startOf(kind, at, word));
  }

  /** Emits `tool.started` as soon as id and name are known, at the latest when the call closes (`atLast`). */
  announceTool(instance: Instance, atLast: boolean): void {
    const state = this.#parts.get(instance);
    if (state === undefined || state.announced || (state.kind !== 'tool' && state.kind !== 'server_tool')) {
      return;
    }
    const id = firstText(instance, idSlots);
    const name = firstText(instance, nameSlots);
    if (!atLast && (name === '' || (id === '' && this.#tools.id !== 'optional'))) {
      return;
    }
    state.announced = true;
    const { at } = state;
    const { plainText } = this.#tools;
    const isText = plainText !== undefined && firstText(instance, [plainText.slot]) === plainText.is;
    const owner = state.kind === 'tool' ? 'client' : 'server';
    this.emit({ kind: 'tool.started', at, owner, id, name, ...(isText ? { input: 'text' } : {}) });
    for (const text of state.waiting.splice(0)) {
      this.emit({ kind: 'tool.arguments.delta', at, text });
    }
  }

  text(instance: Instance, channel: Channel, text: string): void {
    const at = placeOf(instance) ?? this.#channelAt(instance, channel);
    const { frame } = this;
    // The three kinds that streams are made of; written out, they cost one object less each than through `emit`.
    switch (channel) {
      case 'text':
        this.events.push({ kind: 'content.delta', at, text, frame });
        break;
      case 'reasoning':
        this.events.push({ kind: 'reasoning.delta', at, text, frame });
        break;
      case 'refusal':
        this.events.push({ kind: 'refusal.delta', at, text, frame });
        break;
    }
  }

  toolArguments(instance: Instance, text: string): void {
    const state = this.#parts.get(instance);
    if (state?.announced === true) {
      this.emit({ kind: 'tool.arguments.delta', at: state.at, text });
    } else {
      state?.waiting.push(text);
    }
  }

  opaque(instance: Instance, name: string, value: JsonValue): void {
    const part =
      placeOf(instance)?.part ??
      this.#channels.get(instance.choice)?.at.part ??
      (this.#nextPart.get(instance.choice) ?? 0) - 1;
    if (part >= 0) {
      this.emit({ kind: 'opaque.reported', at: { choice: instance.choice, part }, name, value });
    }
  }

  /** The wire said that this instance is whole (or its parent's end says so), or that it was cut and is over. */
  closeInstance(instance: Instance, whole: boolean): void {
    // What may be opened again has not ended: its channel goes on, so that one text does not become two.
    if (this.#channels.get(instance.choice)?.instance === instance && instance.format.reopen !== true) {
      this.#closeChannel(instance.choice);
    }
    this.announceTool(instance, true);
    const state = this.#parts.get(instance);
    if (state !== undefined && whole) {
      this.#emitAny(completionOf(state.kind, state.at));
    }
  }

  finish(instance: Instance, { word, means }: ReadFinish): void {
    this.emit({ kind: 'finish.reported', choice: instance.choice, finish: means, raw: word });
  }

  usage(usage: UsageNumbers): void {
    this.emit({ kind: 'usage.reported', usage });
  }

  error(error: ReportedError): void {
    this.failed = true;
    this.emit({ kind: 'error.reported', error });
  }

  /** Ends the channels that only the end of the response can end. */
  closeChannels(): void {
    for (const choice of [...this.#channels.keys()]) {
      this.#closeChannel(choice);
    }
  }

  #emitAny(body: DomainEventBody | undefined): void {
    if (body !== undefined) {
      this.emit(body);
    }
  }

  #channelAt(instance: Instance, channel: Channel): Coordinates {
    const open = this.#channels.get(instance.choice);
    if (open !== undefined && open.instance === instance && open.channel === channel) {
      return open.at;
    }
    this.#closeChannel(instance.choice);
    const at = this.#nextPlace(instance.choice);
    this.#channels.set(instance.choice, { instance, channel, at });
    this.#emitAny(startOf(channel, at, channel));
    return at;
  }

  #closeChannel(choice: number): void {
    const open = this.#channels.get(choice);
    if (open !== undefined) {
      this.#channels.delete(choice);
      this.#emitAny(completionOf(open.channel, open.at));
    }
  }

  #nextPlace(choice: number): Coordinates {
    const part = this.#nextPart.get(choice) ?? 0;
    this.#nextPart.set(choice, part + 1);
    return { choice, part };
  }
}

/** The part that an instance is, or is inside of: a summary belongs to its reasoning item. */
function placeOf(instance: Instance): Coordinates | undefined {
  for (let current: Instance | undefined = instance; current !== undefined; current = current.parent) {
    if (current.at !== undefined) {
      return current.at;
    }
  }
  return undefined;
}

/** The first of these slots that holds text; `""` where none does. */
function firstText({ slots }: Instance, names: readonly string[]): string {
  for (const name of names) {
    const value = slots.get(name);
    if (typeof value === 'string' && value !== '') {
      return value;
    }
  }
  return '';
}
