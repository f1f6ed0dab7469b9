import type { Frame } from '../core/frame.ts';
import type { WireFormat } from './contract-format.ts';
import { type EngineIssue, engineIssues } from './grammar/engine-issues.ts';

const none: readonly EngineIssue[] = [];

/**
 * What the lines of a block say wrongly of its event: whether there is an `event:` line, whether it is the event's name, and
 * what stands beside the data.
 *
 * @param refused the body of an HTTP error is read as a whole, whatever content type it says
 */
export function lineIssues(frame: Frame, name: string, wire: WireFormat, refused: boolean): readonly EngineIssue[] {
  const { event } = frame;
  if (wire.eventLine === 'none') {
    const alone = wire.dataLine !== 'alone' || refused || !hasMore(frame);
    if (event === undefined && alone) {
      return none;
    }
    return [
      ...(event === undefined ? [] : [engineIssues.lineUnexpected()]),
      ...(alone ? [] : [engineIssues.dataLine()]),
    ];
  }
  if (event === undefined) {
    return [engineIssues.lineMissing()];
  }
  return event !== name && name !== '' ? [engineIssues.lineMismatch()] : none;
}

/** Something besides one line of data: the standard allows it, and there are SDKs that lose the event. */
function hasMore({ comments, id, retry, data }: Frame): boolean {
  return comments.length > 0 || id !== undefined || retry !== undefined || data.includes('\n');
}
