import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Capture } from '../core/exchange.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import { recordedCapture } from '../recording/recorded-capture.ts';
import type { Recording } from '../recording/recording.ts';
import type { RawCaptureOptions } from './raw-capture.ts';

/** A captured stream or body, ready to be read. */
export interface CapturedFile {
  /** As the user named it; `-` for standard input. Of several exchanges in a HAR, with the place of its entry. */
  readonly file: string;
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly capture: Capture;
  readonly facts: RequestFacts;
  /** Traits of the server that sent it, as far as the file says. */
  readonly traits: readonly string[];
  /** Bytes that the body had where the file holds fewer, because the program that wrote it keeps no more. */
  readonly size?: number;
  /** Somebody saw how the transport ended. Otherwise it is taken to have ended cleanly. */
  readonly witnessed: boolean;
}

export interface CaptureOptions extends RawCaptureOptions {
  /** Needed for raw files, which do not say it themselves. */
  readonly dialect?: string;
}

/** What a recording captured; it is named by dialect and name where no file is given. */
export function capturedRecording(
  recording: Recording,
  file: string = `${recording.dialect}/${recording.name}`,
): CapturedFile {
  const { dialect, mode, facts, traits = [], provenance } = recording;
  return {
    file,
    dialect,
    mode,
    capture: recordedCapture(recording),
    facts,
    traits,
    witnessed: provenance !== 'file',
  };
}
