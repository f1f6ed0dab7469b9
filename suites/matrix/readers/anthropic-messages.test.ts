import { describeReaderTable } from '../../support/readers/suite.ts';
import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';

describeReaderTable(anthropicMessagesSdk, [
  { issue: 'block.kind', reason: 'no recording holds a delta of this kind' },
  {
    issue: 'state.start.message_stop',
    reason: 'it is an end: readers that stop there have nothing, and this SDK does not look at an end before the start',
  },
]);
