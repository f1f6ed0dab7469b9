import type { JsonObject } from '../../core/json.ts';
import type { Stretch, StretchWriter } from '../part-sequence.ts';

/** One block on the wire, or one that waits for its turn. Its additions are deltas. */
export interface Block extends Stretch<JsonObject> {
  readonly start: JsonObject;
  signature?: string;
}

export function newBlock(part: number, start: JsonObject, undivided = false): Block {
  return { part, undivided, start, waiting: [], completed: false };
}

/** Writes content blocks one after the other, as the Messages API does. */
export class BlockWriter implements StretchWriter<JsonObject, Block> {
  readonly #write: (payload: JsonObject) => void;
  #index = 0;

  /** @param write takes each event's payload, in order */
  constructor(write: (payload: JsonObject) => void) {
    this.#write = write;
  }

  open({ start }: Block): void {
    this.#write({ type: 'content_block_start', index: this.#index, content_block: start });
  }

  add(delta: JsonObject): void {
    this.#write({ type: 'content_block_delta', index: this.#index, delta });
  }

  /** The signature of a thinking block comes at its end. */
  close({ signature }: Block): void {
    if (signature !== undefined) {
      this.add({ type: 'signature_delta', signature });
    }
    this.#write({ type: 'content_block_stop', index: this.#index });
    this.#index += 1;
  }
}
