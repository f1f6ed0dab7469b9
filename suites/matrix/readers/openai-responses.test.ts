import { byStatusAlone, typeOfError } from '../../support/readers/kept-levels.ts';
import { describeReaderTable } from '../../support/readers/suite.ts';
import { openaiResponsesSdk } from '../../support/sdk/readers/openai-responses.ts';

const again = 'the done item holds all annotations again, and applications that show them at the end take that';
const notRecorded = 'no recording holds an item of this kind';

describeReaderTable(openaiResponsesSdk, [
  typeOfError,
  { issue: 'error.envelope.flat', reason: byStatusAlone },
  ...['annotation.after-done', 'annotation.count', 'annotation.duplicate'].map((issue) => ({ issue, reason: again })),
  ...['command', 'item.sum.code', 'item.sum.diff', 'part.sum.reasoning', 'progress.kind'].map((issue) => ({
    issue,
    reason: notRecorded,
  })),
  {
    issue: 'item.incomplete',
    reason: 'half a call in an answer that says that it is whole: no reader looks, and whoever runs it runs half',
  },
  {
    issue: 'item.unknown',
    reason:
      'an event for an item that never began opens it, so that the final response holds no item that did not come',
  },
  { issue: 'response.refusal.kind', reason: 'no change of one event puts a refusal into a part of another kind' },
  {
    issue: 'sequence.gap',
    reason: 'an event was lost or a number was skipped; which of both, the comparison with the upstream shows',
  },
  {
    issue: 'state.body.response.created',
    reason: 'a second start is a second answer, or the answer to another request',
  },
]);
