import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { PartKind } from '../core/domain-event.ts';
import type { Choice, Part } from '../core/outcome.ts';
import type { Reading } from '../core/reading.ts';
import { visibleText } from './visible-text.ts';

/** What a part is to its reader. Not every dialect has a channel for refusals, so their words are text. */
type Slot = Exclude<PartKind, 'refusal'>;

/** Slots whose neighbours read as one: how a text is cut is no order. */
const channels: readonly Slot[] = ['text', 'reasoning'];

/** Slots that every dialect has, in the order in which a turn has them if nothing else is known. */
const everywhere: readonly Slot[] = ['reasoning', 'text', 'tool'];

/** The words of the field for what stands in a list of slots. */
const names: Readonly<Record<Slot, string>> = {
  text: 'text',
  reasoning: 'reasoning',
  tool: 'call',
  server_tool: 'call of the provider',
  audio: 'audio',
  image: 'image',
  other: 'block',
};

/** A text or reasoning without a word, and without anything that belongs to one. */
export function isEmptyPart({ kind, content, opaque }: Part): boolean {
  return (kind === 'text' || kind === 'refusal' || kind === 'reasoning') && content === '' && opaque.length === 0;
}

/** The texts of a choice, one for each part that has any. */
export function textsOf({ parts }: Choice): readonly string[] {
  return parts.filter(({ kind, content }) => slotOf(kind) === 'text' && content !== '').map(({ content }) => content);
}

export interface Orders {
  readonly sent: string;
  readonly seen: string;
  /** What was sent, channel by channel, as the body of a dialect without an order holds it. */
  readonly gathered: string;
}

/**
 * The order of parts on both sides, in words. What is not the same on both sides is left out of both, because other
 * requirements say so: a call that is missing, or reasoning that came otherwise.
 *
 * @param within both sides speak one dialect, so that all parts have a place in both
 */
export function ordersOf(sent: Choice, seen: Choice, within: boolean): Orders {
  const [before, after] = [slotsOf(sent, within), slotsOf(seen, within)];
  const number = (slots: readonly Slot[], slot: Slot): number => slots.filter((other) => other === slot).length;
  const comparable = (slot: Slot): boolean => {
    switch (slot) {
      case 'text':
        return visibleText(sent) === visibleText(seen);
      case 'reasoning':
        return sent.reasoning === seen.reasoning && number(before, slot) > 0 && number(after, slot) > 0;
      default:
        return number(before, slot) === number(after, slot);
    }
  };
  const told = before.filter(comparable);
  const gathered = told.toSorted((left, right) => everywhere.indexOf(left) - everywhere.indexOf(right));
  return { sent: inWords(told), seen: inWords(after.filter(comparable)), gathered: inWords(gathered) };
}

function slotsOf({ parts }: Choice, within: boolean): readonly Slot[] {
  return parts
    .filter((part) => !isEmptyPart(part))
    .map(({ kind }) => slotOf(kind))
    .filter((slot) => within || everywhere.includes(slot));
}

function slotOf(kind: PartKind): Slot {
  return kind === 'refusal' ? 'text' : kind;
}

function inWords(slots: readonly Slot[]): string {
  const told = slots.filter((slot, index) => !channels.includes(slot) || slot !== slots[index - 1]);
  return told.length === 0 ? 'nothing' : told.map((slot) => names[slot]).join(', ');
}

/** Whether a dialect says in which order the parts of an answer stand. */
export function ordersParts(dialect: DialectId): boolean {
  return !hasLoss(dialect, 'order of channels');
}

/** Whether a dialect keeps neighbouring texts apart. */
export function dividesTexts(dialect: DialectId): boolean {
  return ordersParts(dialect) && !hasLoss(dialect, 'borders of parts');
}

function hasLoss(dialect: DialectId, loss: string): boolean {
  return loadContract(dialect).contract.losses.some(({ what }) => what === loss);
}

/** Names of values that are all of their part. Without them a relay does not know the part. */
const wholes: readonly string[] = ['audio', 'block', 'image', 'item'];

/** Whether a part went on after a later one had begun. Dialects that write one part at a time have to sort those. */
export function partsOverlap({ events }: Reading): boolean {
  const latest = new Map<number, number>();
  for (const event of events) {
    switch (event.kind) {
      case 'content.delta':
      case 'reasoning.delta':
      case 'refusal.delta':
      case 'tool.arguments.delta':
      case 'tool.started':
      case 'content.started':
      case 'reasoning.started':
      case 'opaque.reported': {
        if (event.kind === 'opaque.reported' && !wholes.includes(event.name)) {
          break;
        }
        const { choice, part } = event.at;
        if (part < (latest.get(choice) ?? 0)) {
          return true;
        }
        latest.set(choice, part);
        break;
      }
      default:
    }
  }
  return false;
}
