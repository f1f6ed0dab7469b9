import type { JsonValue } from '../../core/json.ts';
import type { ItemWriter } from './item-writer.ts';
import { type Addition, newSegment, type Segment, type SegmentContent } from './segment.ts';

/**
 * Lets the segments of an answer take turns, as OpenAI's streams do. Other dialects interleave parts; here any segment
 * but a call's gives way to a newcomer and is taken up again as a new one when more comes, while a call stays open until
 * it is complete (arguments cannot be split over items) and the newcomers wait.
 */
export class ItemSequence {
  readonly #items: ItemWriter;
  #open: Segment | undefined;
  readonly #queue: Segment[] = [];

  constructor(items: ItemWriter) {
    this.#items = items;
  }

  /** Opens a segment for the part, or queues it while a call is open. */
  begin(part: number, content: SegmentContent): Segment {
    const segment = newSegment(part, content);
    this.#queue.push(segment);
    this.#advance();
    return segment;
  }

  /** Adds to the part's segment; opens a new one where the part has none that still takes any. */
  append(part: number, content: SegmentContent, addition: Addition): void {
    this.#deliver(this.#current(part) ?? this.begin(part, content), addition);
  }

  /** Adds only where the part has a segment that still takes any. */
  extend(part: number, addition: Addition): void {
    const segment = this.#current(part);
    if (segment !== undefined) {
      this.#deliver(segment, addition);
    }
  }

  /** Keeps for the done events of the part's text what OpenAI's order has nowhere else. */
  addLogprobs(part: number, tokens: readonly JsonValue[]): void {
    (this.#current(part) ?? this.begin(part, { kind: 'text' })).logprobs.push(...tokens);
  }

  encrypt(part: number, value: string): void {
    (this.#current(part) ?? this.begin(part, { kind: 'reasoning' })).encrypted = value;
  }

  /** The part takes nothing more; its segment closes now, or as soon as it has had its turn. */
  complete(part: number): void {
    const segment = this.#current(part);
    if (segment !== undefined) {
      segment.completed = true;
      this.#advance();
    }
  }

  /**
   * Closes what is open and writes all that waits.
   * @param cut the response ended before its last part did, and before any call that is not complete
   */
  end(cut: boolean): void {
    for (const segment of [...(this.#open === undefined ? [] : [this.#open]), ...this.#queue]) {
      segment.cut = cut && !segment.completed;
      segment.completed = true;
    }
    this.#advance();
    this.#items.closeMessage(cut);
  }

  #current(part: number): Segment | undefined {
    if (this.#open?.part === part && !this.#open.completed) {
      return this.#open;
    }
    return this.#queue.findLast((segment) => segment.part === part && !segment.completed);
  }

  #deliver(segment: Segment, addition: Addition): void {
    if (segment === this.#open) {
      this.#items.add(addition);
    } else {
      segment.waiting.push(addition);
    }
  }

  /** Opens and closes segments as far as the rule of one open item allows. */
  #advance(): void {
    for (;;) {
      const open = this.#open;
      if (open === undefined) {
        const next = this.#queue.shift();
        if (next === undefined) {
          return;
        }
        this.#open = next;
        this.#items.open(next);
        for (const addition of next.waiting) {
          this.#items.add(addition);
        }
      } else if (open.completed || (!isCall(open.content) && this.#queue.length > 0)) {
        this.#open = undefined;
        this.#items.close();
      } else {
        return;
      }
    }
  }
}

function isCall({ kind }: SegmentContent): boolean {
  return kind === 'tool' || kind === 'custom_tool';
}
