/** How a server writes server-sent events. */
export interface SseStyle {
  readonly framing: 'sse';
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly spaceAfterColon: boolean;
}

/**
 * The parts of a block that may be written. If all are absent, a blank line is left. Framings other than server-sent
 * events have a place for the data only.
 */
export interface EncodableFrame {
  readonly event?: string;
  readonly id?: string;
  /** Reconnection time in whole ms. */
  readonly retry?: number;
  /** One comment line for each, or several where the text has line ends. */
  readonly comments?: readonly string[];
  /**
   * One `data:` line per line of text. An empty string is one empty line. Absent: no line, so nothing is dispatched.
   */
  readonly data?: string;
}

/** How most providers write. */
export const lineFeedSse: SseStyle = { framing: 'sse', lineEnd: '\n', spaceAfterColon: true };

const lineEnds = /\r\n|\n|\r/;
const anyLineEnd = /[\r\n]+/g;
const encoder = new TextEncoder();

/**
 * One block of an event stream: comments, event, id, retry, data, blank line. The result is always exactly one block. A
 * CR in data or comments ends a line as an LF does, and reads back as an LF. `event` and `id` cannot carry line ends,
 * so these are written as a space. Lone surrogates are written as U+FFFD. Never throws.
 */
export function encodeSse(frame: EncodableFrame, style: SseStyle = lineFeedSse): Uint8Array {
  const { lineEnd } = style;
  let block = '';
  const write = (name: string, value: string): void => {
    // A value that starts with a space needs a separating space, or a reader would take away its first one.
    const separator = (style.spaceAfterColon && value !== '') || value.startsWith(' ') ? ': ' : ':';
    block += name + separator + value + lineEnd;
  };
  for (const comment of frame.comments ?? []) {
    for (const line of comment.split(lineEnds)) {
      write('', line);
    }
  }
  if (frame.event !== undefined) {
    write('event', frame.event.replace(anyLineEnd, ' '));
  }
  if (frame.id !== undefined) {
    write('id', frame.id.replace(anyLineEnd, ' '));
  }
  if (frame.retry !== undefined) {
    write('retry', String(frame.retry));
  }
  if (frame.data !== undefined) {
    for (const line of frame.data.split(lineEnds)) {
      write('data', line);
    }
  }
  return encoder.encode(block + lineEnd);
}
