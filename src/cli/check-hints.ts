import { judgeStream } from '../certify/judge/judge-stream.ts';
import { passes } from '../certify/judge/would-pass-with.ts';
import { dialectIds } from '../core/dialect-ids.generated.ts';
import { byteCount, joinChunks } from '../core/exchange.ts';
import { parseJson } from '../core/json.ts';
import type { Reading } from '../core/reading.ts';
import { readCapture } from '../outcome/read-capture.ts';
import type { CapturedFile } from './captured-file.ts';

/**
 * What a user may have done wrongly, where an answer does not pass: how it was saved, or how we were asked to read it. Of an
 * answer that passes, what would make it another.
 */
export function checkHints(captured: CapturedFile, reading: Reading, passing: boolean): readonly string[] {
  const refused = passing
    ? []
    : [...blankLines(captured, reading), ...otherMode(captured), ...otherDialect(captured, reading)];
  return [...refused, ...unknownStatus(captured, reading), ...resumed(captured), ...cutByFile(captured)];
}

function reads(captured: CapturedFile): { readonly reading: Reading; readonly passing: boolean } {
  const { dialect, mode, capture, facts, traits } = captured;
  const reading = readCapture(dialect, mode, capture, { facts, traits, drift: false });
  return { reading, passing: passes(reading, judgeStream(reading, facts)) };
}

/** Blocks of which each line is an event, which is what is left of a stream without its blank lines. */
function blankLines(captured: CapturedFile, { frames }: Reading): readonly string[] {
  const glued = frames.some(({ data }) => {
    const lines = data.split('\n');
    return lines.length > 1 && !parseJson(data).ok && lines.every((line) => line === '[DONE]' || parseJson(line).ok);
  });
  if (!glued) {
    return [];
  }
  const text = Buffer.from(joinChunks(captured.capture.chunks)).toString('latin1');
  const bytes = Buffer.from(text.replaceAll(/^(data:[^\r\n]*)\r?\n(?!\r?\n)/gm, '$1\n\n'), 'latin1');
  const capture = { ...captured.capture, chunks: [{ atMs: 0, bytes }] };
  const { passing } = reads({ ...captured, capture });
  const missing = 'the blank lines between its events are missing';
  return [passing ? `${missing}: with them it would pass` : `${missing}, as where a file was trimmed by hand`];
}

/** What was asked for is a guess where the file does not say it, and the user may have named the other. */
function otherMode(captured: CapturedFile): readonly string[] {
  const mode = captured.mode === 'stream' ? 'body' : 'stream';
  return reads({ ...captured, mode }).passing ? [`as a ${mode} it passes: --mode ${mode}`] : [];
}

/** The dialects as which it would pass, or in which it at least ends. */
function otherDialect(captured: CapturedFile, reading: Reading): readonly string[] {
  if (reading.outcome.error !== undefined) {
    // Errors of different dialects are alike, and say nothing of the server.
    return [];
  }
  const others = dialectIds
    .filter((dialect) => dialect !== captured.dialect)
    .map((dialect) => ({ dialect, ...reads({ ...captured, dialect, facts: {}, traits: [] }) }));
  const fitting = others.filter(({ passing }) => passing);
  const ending = reading.outcome.witnesses.endMarker
    ? []
    : others.filter(({ reading: { outcome } }) => outcome.witnesses.endMarker && outcome.witnesses.finishReason);
  const [best] = fitting.length > 0 ? fitting : ending;
  if (best === undefined) {
    return [];
  }
  const how = fitting.length > 0 ? 'it passes' : 'it fits better';
  return [`as ${best.dialect} ${how}: --dialect ${best.dialect}`];
}

/** Browsers keep only the beginning of a large body. */
function cutByFile({ size, capture }: CapturedFile): readonly string[] {
  return size === undefined ? [] : [`the file holds ${byteCount(capture.chunks)} of the ${size} bytes of this body`];
}

function resumed({ facts, witnessed }: CapturedFile): readonly string[] {
  return facts.startingAfter === undefined || witnessed
    ? []
    : [`it begins in the middle, so it is read as one that was resumed after event ${facts.startingAfter}`];
}

/** An error in the other form is right with a status that refuses, and a raw file does not say its status. */
function unknownStatus({ capture }: CapturedFile, { issues, outcome }: Reading): readonly string[] {
  const other = issues.some(({ id }) => id === 'event.error-body-in-stream' || id === 'event.stream-in-body');
  return capture.head === undefined && outcome.error !== undefined && other
    ? ['the error is right in this form if its status refused: name it with --status']
    : [];
}
