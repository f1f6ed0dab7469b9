import Persister from '@pollyjs/persister';
import { HarnessFault } from '../core/fault.ts';

/** Takes the entry of a recording to its place. */
export type SaveEntry = (entry: object) => Promise<void>;

/** Saves each recording as a file of its own in our format, with the function `save` from its options. */
export class RecordingPersister extends Persister {
  static override get id(): string {
    return 'relaycert-har';
  }

  /** A recording replaces an older one and never adds to it. */
  override onFindRecording(): Promise<null> {
    return Promise.resolve(null);
  }

  override async onSaveRecording(
    _recordingId: string,
    { log }: { readonly log: { readonly entries: readonly object[] } },
  ): Promise<void> {
    const { save } = this.options;
    const [entry] = log.entries;
    if (!isSave(save) || entry === undefined) {
      throw new HarnessFault('there is nothing to save, or no place to save it to', 'recording', 'please report this');
    }
    await save(entry);
  }
}

function isSave(value: unknown): value is SaveEntry {
  return typeof value === 'function';
}
