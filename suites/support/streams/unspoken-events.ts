import { loadContract } from '../../../src/contract/load.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { parseJson } from '../../../src/core/json.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { ownRecordings, recordedCapture } from './law-streams.ts';

/** Events of a contract that no recording holds, so that no change of a recording can show their issues. */
export function unspokenEvents(dialect: DialectId): readonly string[] {
  const grammar = loadContract(dialect);
  const spoken = new Set(
    ownRecordings
      .filter((recording) => recording.dialect === dialect)
      .flatMap((recording) => readCapture(dialect, 'stream', recordedCapture(recording)).frames)
      .flatMap(({ data }) => {
        const parsed = parseJson(data);
        return parsed.ok ? [grammar.nameOf(parsed.value, {})] : [];
      }),
  );
  // Tests put in bodies, the done text and errors themselves.
  const made = /^(\$.*|error)$/;
  return [...grammar.rules.keys()].filter((name) => !spoken.has(name) && !made.test(name));
}

/** Whether an issue id is about one of these events, or about the pair of delta and done that the event belongs to. */
export function isAbout(id: string, names: readonly string[]): boolean {
  return names.some((name) => id.endsWith(`.${name}`) || id.startsWith(`${name.replace(/\.(delta|done)$/, '')}.`));
}
