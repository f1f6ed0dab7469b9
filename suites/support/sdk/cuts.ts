import { joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import type { WireMutation } from '../../../src/core/mutation.ts';
import { createRandom } from '../../../src/core/random.ts';
import { mutation as cutEof } from '../../../src/mutations/cut-eof.ts';
import { mutation as cutFin } from '../../../src/mutations/cut-fin.ts';
import { mutation as dropFinish } from '../../../src/mutations/drop-finish.ts';
import { mutation as dropTerminal } from '../../../src/mutations/drop-terminal.ts';
import { mutation as errorEvent } from '../../../src/mutations/error-event.ts';
import { mutation as quietClose } from '../../../src/mutations/quiet-close.ts';
import type { Recording } from '../../../src/recording/recording.ts';

/** One way in which a stream is not whole. */
export interface SdkCut {
  /** As the first column of the tables in NOTES.md says it. */
  readonly title: string;
  /** `undefined` where the dialect has no such cut. */
  /** A relay may mend it. */
  readonly repairable?: true;
  readonly apply: (recording: Recording) => WireScript | undefined;
}

/** Title of the stream that is not cut. */
export const wholeStream = 'nothing: the whole stream';

/** Every cut that an SDK is shown, and one stream that is whole. */
export const sdkCuts: readonly SdkCut[] = [
  { title: wholeStream, apply: ({ script }) => script },
  { title: 'in the middle, HTTP ends cleanly', apply: (recording) => middleOf(cutEof, recording) },
  {
    title: 'in the middle of an event, HTTP ends cleanly',
    apply: (recording) => ending(middleOf(cutFin, recording), 'clean'),
  },
  {
    title: 'in the middle, connection closed without the end of the HTTP message',
    apply: (recording) => ending(middleOf(cutEof, recording), 'fin'),
  },
  { title: 'in the middle, connection reset', apply: (recording) => ending(middleOf(cutEof, recording), 'rst') },
  { title: 'after the last content, HTTP ends cleanly', apply: (recording) => middleOf(quietClose, recording) },
  { title: 'only the end marker is missing', repairable: true, apply: withoutEndMarker },
  { title: 'end marker without a finish reason', apply: (recording) => oneOf(dropFinish, recording, () => 0) },
  { title: 'an error event in the middle', apply: (recording) => middleOf(errorEvent, recording) },
];

/** The variant in the middle of those of a mutation. */
function middleOf(mutation: WireMutation, recording: Recording): WireScript | undefined {
  return oneOf(mutation, recording, (count) => Math.floor(count / 2));
}

function oneOf(
  mutation: WireMutation,
  { name, dialect, script }: Recording,
  choose: (count: number) => number,
): WireScript | undefined {
  const variants = mutation.variants(script, dialect, 'every');
  if ('notApplicable' in variants) {
    return undefined;
  }
  return variants[choose(variants.length)]?.apply(script, createRandom(`${mutation.id} ${name}`));
}

/** `undefined` where the finish reason itself is the end marker. */
function withoutEndMarker(recording: Recording): WireScript | undefined {
  const bytesOf = (script: WireScript | undefined) => Buffer.from(joinChunks(script?.writes ?? []));
  const script = middleOf(dropTerminal, recording);
  return bytesOf(script).equals(bytesOf(middleOf(quietClose, recording))) ? undefined : script;
}

function ending(script: WireScript | undefined, how: WireScript['ending']): WireScript | undefined {
  return script && { ...script, ending: how };
}
