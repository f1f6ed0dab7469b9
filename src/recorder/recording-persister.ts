import Persister from '@pollyjs/persister';
import { HarnessFault } from '../core/fault.ts';
import { toJson } from '../core/json.ts';
import type { HarEntry } from '../recording/har-document.ts';
import { checkHarDocument } from '../recording/meta-schema.ts';

/** Takes the entry of a recording to its place. */
export type SaveEntry = (entry: HarEntry) => void | Promise<void>;

/** Saves each recording as a file of its own in our format, by the function `save` among its options. */
export class RecordingPersister extends Persister {
  static override get id(): string {
    return 'relaycert-har';
  }

  /** A recording replaces what was there; it never adds to it. */
  override onFindRecording(): Promise<null> {
    return Promise.resolve(null);
  }

  override async onSaveRecording(
    _recordingId: string,
    { log: { entries } }: { readonly log: { readonly entries: readonly object[] } },
  ): Promise<void> {
    const { save } = this.options;
    // What the file is read back with is what lets it out: nothing is written that could not be read.
    const log = { version: '1.2', creator: { name: 'relaycert', version: '1' }, entries };
    const [entry] = checkHarDocument(toJson({ log }), 'recording').log.entries;
    if (!isSave(save) || entry === undefined) {
      throw new HarnessFault('there is nothing to save, or no place for it', 'recording', 'please report this');
    }
    await save(entry);
  }
}

function isSave(value: unknown): value is SaveEntry {
  return typeof value === 'function';
}
