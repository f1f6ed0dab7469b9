import { Worker } from 'node:worker_threads';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import type { RawRecording, SavedRecording } from '../recorder/finish-recording.ts';

/** What the thread is sent, and what it answers. */
export interface FinishTask {
  readonly id: number;
  readonly raw: RawRecording;
}

export type FinishAnswer = { readonly id: number } & (
  | { readonly saved: SavedRecording }
  /** A fault loses its class on the way between threads. */
  | {
      readonly fault: {
        readonly usage: boolean;
        readonly message: string;
        readonly place: string;
        readonly hint: string;
      };
    }
);

/** Finishes recordings one after the other, on a thread of its own, so that running streams do not wait for a disk. */
export interface FinishThread {
  readonly finish: (raw: RawRecording) => Promise<SavedRecording>;
  /** Ends the thread at once. Await what was given to it first. */
  readonly close: () => Promise<void>;
}

export function startFinishThread(): FinishThread {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./finish-worker.${ending}`, import.meta.url));
  const waiting = new Map<number, (answer: FinishAnswer) => void>();
  let ids = 0;
  let broken: string | undefined;
  worker.on('message', (answer: FinishAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const breakOff = (why: string): void => {
    broken ??= why;
    for (const [id, answer] of waiting) {
      answer({ id, fault: { usage: false, message: broken, place: 'recorder', hint: 'please report this' } });
    }
    waiting.clear();
  };
  worker.on('error', () => breakOff('the thread that writes recordings broke down'));
  worker.on('exit', () => breakOff('the thread that writes recordings has ended'));
  return {
    finish: async (raw) => {
      const answer = await new Promise<FinishAnswer>((resolve) => {
        ids += 1;
        waiting.set(ids, resolve);
        if (broken === undefined) {
          const task: FinishTask = { id: ids, raw };
          worker.postMessage(task);
        } else {
          breakOff(broken);
        }
      });
      if ('saved' in answer) {
        return answer.saved;
      }
      const { usage, message, place, hint } = answer.fault;
      throw usage ? new UsageFault(message, place, hint) : new HarnessFault(message, place, hint);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
