import type { JsonObject } from '../../core/json.ts';

/** What a block is, as far as its life depends on it. */
type BlockKind = 'text' | 'thinking' | 'tool' | 'foreign';

/** One block on the wire, or one that waits for its turn. A part may need several when others come between. */
interface Block {
  readonly part: number;
  readonly kind: BlockKind;
  readonly start: JsonObject;
  /** Deltas that came before the block could be opened. */
  readonly waiting: JsonObject[];
  signature?: string;
  completed: boolean;
}

/**
 * Writes content blocks one after the other, as the Messages API does. Other dialects interleave parts; here any
 * block but a tool's gives way to a newcomer and is reopened as a new block when more comes, while a tool block stays open
 * until its call is complete (arguments cannot be split over blocks) and the newcomers wait.
 */
export class BlockSequence {
  readonly #write: (payload: JsonObject) => void;
  #nextIndex = 0;
  #open: Block | undefined;
  readonly #queue: Block[] = [];

  /** @param write takes each event's payload, in order */
  constructor(write: (payload: JsonObject) => void) {
    this.#write = write;
  }

  /** Opens a block for the part, or queues it while a tool block is open. */
  begin(part: number, kind: BlockKind, start: JsonObject): void {
    this.#add({ part, kind, start, waiting: [], completed: false });
  }

  /** Adds a delta to the part's block; opens a new one where the part has none that still takes any. */
  append(part: number, kind: BlockKind, start: JsonObject, delta: JsonObject): void {
    const block = this.#current(part) ?? this.#add({ part, kind, start, waiting: [], completed: false });
    this.#deliver(block, delta);
  }

  /** Adds a delta only where the part has a block that still takes any. */
  extend(part: number, delta: JsonObject): void {
    const block = this.#current(part);
    if (block !== undefined) {
      this.#deliver(block, delta);
    }
  }

  /** Keeps the signature of a thinking part for the end of its block, where the API writes it. */
  sign(part: number, start: JsonObject, signature: string): void {
    const block = this.#current(part) ?? this.#add({ part, kind: 'thinking', start, waiting: [], completed: false });
    block.signature = signature;
  }

  /** The part takes nothing more; its block closes now, or as soon as it has had its turn. */
  complete(part: number): void {
    const block = this.#current(part);
    if (block !== undefined) {
      block.completed = true;
      this.#advance();
    }
  }

  /** Closes what is open and writes all that waits. */
  completeAll(): void {
    for (const block of this.#queue) {
      block.completed = true;
    }
    if (this.#open !== undefined) {
      this.#open.completed = true;
    }
    this.#advance();
  }

  #current(part: number): Block | undefined {
    if (this.#open?.part === part && !this.#open.completed) {
      return this.#open;
    }
    return this.#queue.findLast((block) => block.part === part && !block.completed);
  }

  #add(block: Block): Block {
    this.#queue.push(block);
    this.#advance();
    return block;
  }

  #deliver(block: Block, delta: JsonObject): void {
    if (block === this.#open) {
      this.#write({ type: 'content_block_delta', index: this.#nextIndex, delta });
    } else {
      block.waiting.push(delta);
    }
  }

  /** Opens and closes blocks as far as the rule of one open block allows. */
  #advance(): void {
    for (;;) {
      const open = this.#open;
      if (open === undefined) {
        const next = this.#queue.shift();
        if (next === undefined) {
          return;
        }
        this.#openBlock(next);
      } else if (open.completed || (open.kind !== 'tool' && this.#queue.length > 0)) {
        this.#closeBlock(open);
      } else {
        return;
      }
    }
  }

  #openBlock(block: Block): void {
    this.#open = block;
    this.#write({ type: 'content_block_start', index: this.#nextIndex, content_block: block.start });
    for (const delta of block.waiting) {
      this.#deliver(block, delta);
    }
  }

  #closeBlock(block: Block): void {
    if (block.signature !== undefined) {
      this.#deliver(block, { type: 'signature_delta', signature: block.signature });
    }
    this.#open = undefined;
    this.#write({ type: 'content_block_stop', index: this.#nextIndex });
    this.#nextIndex += 1;
  }
}
