import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

const longestLine = 2_000;

/** Keeps only the last lines of a process's output, however much it prints. */
export interface OutputRing {
  /** A writer for one stream. Each writer has its own unfinished line. */
  readonly writer: () => (chunk: Uint8Array) => void;
  /** The last lines in order of arrival, then the unfinished ones; without terminal colours. */
  readonly lines: () => readonly string[];
  /** Whether the watched text has appeared in a line. */
  readonly sawWatched: () => boolean;
}

/**
 * @param watched a text to look for
 * @param limit how many lines are kept; a line over 2,000 characters is cut
 */
export function createOutputRing(watched: string | undefined, limit = 200): OutputRing {
  const kept: string[] = [];
  const unfinished: { text: string }[] = [];
  let seen = false;

  return {
    writer: () => {
      const decoder = new StringDecoder('utf8');
      const last = { text: '' };
      unfinished.push(last);
      return (chunk) => {
        // A carriage return ends a line too, because spinners use it to redraw their line.
        const lines = (last.text + decoder.write(Buffer.from(chunk))).split(/[\r\n]+/);
        seen ||= watched !== undefined && lines.some((line) => line.includes(watched));
        last.text = (lines.pop() ?? '').slice(0, longestLine);
        kept.push(...lines.map(plain).filter((line) => line !== ''));
        kept.splice(0, kept.length - limit);
      };
    },
    lines: () => {
      const open = unfinished.map(({ text }) => plain(text)).filter((line) => line !== '');
      return [...kept, ...open].slice(-limit);
    },
    sawWatched: () => seen,
  };
}

function plain(line: string): string {
  return stripVTControlCharacters(line).trimEnd().slice(0, longestLine);
}
