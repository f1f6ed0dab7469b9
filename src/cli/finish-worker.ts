import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import { finishRecording } from '../recorder/finish-recording.ts';
import type { FinishAnswer, FinishTask } from './finish-thread.ts';
import { markRecording } from './judge-captured.ts';

/** The body of the thread that `startFinishThread` starts. */
async function answer({ id, raw }: FinishTask): Promise<FinishAnswer> {
  try {
    return { id, saved: await finishRecording(raw, markRecording) };
  } catch (error) {
    if (error instanceof UsageFault || error instanceof HarnessFault) {
      const { message, place, hint } = error;
      return { id, fault: { usage: error instanceof UsageFault, message, place, hint } };
    }
    // The message of an unforeseen error may quote traffic.
    const message = 'an internal fault kept it from being written';
    return { id, fault: { usage: false, message, place: raw.name, hint: 'please report this' } };
  }
}

if (process.platform === 'linux') {
  // There a priority belongs to a thread: the one that passes streams on goes first.
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: FinishTask) => {
  last = last.then(async () => parentPort?.postMessage(await answer(task)));
});
