import { extname } from 'node:path';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { UsageFault } from '../core/fault.ts';
import { decodeText, parseJsonFile } from '../core/input-file.ts';
import { resumedAfter } from '../outcome/resumed-after.ts';
import { knownDialect } from '../recording/known-dialect.ts';
import { parseHar } from '../recording/parse-har.ts';
import { isPlainHar } from '../recording/plain-har.ts';
import { type CapturedFile, type CaptureOptions, capturedRecording } from './captured-file.ts';
import { plainHarFiles } from './plain-har-files.ts';
import { rawCapture } from './raw-capture.ts';

/**
 * Reads a captured file: a HAR recording with all that it says, the exchanges of a HAR that another program wrote, or the
 * bytes of a body, taken to have ended cleanly.
 *
 * @throws UsageFault for a HAR that is not whole or holds no answer, a missing or unknown dialect, and what the HAR
 *   contradicts
 */
export function readCapturedFile(file: string, bytes: Uint8Array, options: CaptureOptions): readonly CapturedFile[] {
  const dialect = options.dialect === undefined ? undefined : knownDialect(options.dialect, '--dialect');
  if (extname(file).toLowerCase() === '.har' || looksLikeHar(bytes)) {
    return readHar(file, decodeText(bytes, file), dialect, options);
  }
  if (dialect === undefined) {
    throw new UsageFault('a raw response body does not say its dialect', file, 'name it with --dialect');
  }
  const raw = rawCapture(file, bytes, options);
  const startingAfter = raw.mode === 'stream' ? resumedAfter(dialect, raw.capture) : undefined;
  const facts = startingAfter === undefined ? {} : { startingAfter };
  return [{ file, dialect, facts, traits: [], witnessed: false, ...raw }];
}

/** A HAR without its ending in its name, or from standard input. */
function looksLikeHar(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"log"\s*:\s*\{/.test(Buffer.from(bytes.subarray(0, 256)).toString('latin1'));
}

function readHar(
  file: string,
  text: string,
  dialect: DialectId | undefined,
  options: CaptureOptions,
): readonly CapturedFile[] {
  for (const name of ['status', 'contentType'] as const) {
    if (options[name] !== undefined) {
      const flag = name === 'status' ? '--status' : '--content-type';
      throw new UsageFault('a HAR says its own head', flag, 'leave it out; it is for raw files');
    }
  }
  const value = parseJsonFile(text, file, 'the file is cut or was edited by hand; restore it or record it again');
  if (isPlainHar(value)) {
    return plainHarFiles(value, file, dialect, options);
  }
  const recording = parseHar(text, file);
  if (dialect !== undefined && dialect !== recording.dialect) {
    throw new UsageFault(
      `this recording is ${recording.dialect}, not ${dialect}`,
      file,
      'leave --dialect out; a HAR says its own dialect',
    );
  }
  return [capturedRecording(recording, file)];
}
