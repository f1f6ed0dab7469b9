/**
 * The one line that replays a case.
 *
 * @param again command of the run, from its header
 * @param caseId 12 hex digits
 */
export function replayCommand(again: string, caseId: string): string {
  return `${again} --case ${caseId}`;
}
