/** How a server writes server-sent events. */
export interface SseStyle {
  readonly framing: 'sse';
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly spaceAfterColon: boolean;
}

/**
 * The parts of a block that may be written; all together may be absent, which leaves a blank line. Framings other than
 * server-sent events have a place for the data alone.
 */
export interface EncodableFrame {
  readonly event?: string;
  readonly id?: string;
  /** Reconnection time in whole ms. */
  readonly retry?: number;
  /** One comment line each, or several where the text has line ends. */
  readonly comments?: readonly string[];
  /** One `data:` line per line of text. An empty string is one empty line; absent is none, so nothing is dispatched. */
  readonly data?: string;
}

/** How most providers write. */
export const lineFeedSse: SseStyle = { framing: 'sse', lineEnd: '\n', spaceAfterColon: true };

const lineEnds = /\r\n|\n|\r/;
const anyLineEnd = /[\r\n]+/g;
const encoder = new TextEncoder();

/**
 * One block of an event stream: comments, event, id, retry, data, blank line. The result is always exactly one block:
 * a CR in data or comments ends a line like an LF (and reads back as one), line ends in `event` and `id`, which have no
 * way to carry them, are written as a space, and lone surrogates as U+FFFD. Never throws.
 */
export function encodeSse(frame: EncodableFrame, style: SseStyle = lineFeedSse): Uint8Array {
  const { lineEnd } = style;
  let block = '';
  const write = (name: string, value: string): void => {
    // A value that starts with a space needs the separating one, or a reader would take its own first space for it.
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
