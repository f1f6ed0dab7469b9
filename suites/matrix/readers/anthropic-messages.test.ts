import { aiSdkNeeds, byStatusAlone } from '../../support/readers/kept-levels.ts';
import { describeReaderTable } from '../../support/readers/suite.ts';
import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';

describeReaderTable(anthropicMessagesSdk, [
  { issue: 'error.envelope.flat', reason: byStatusAlone },
  { issue: 'event.schema.error /error/type', reason: aiSdkNeeds },
  { issue: 'block.kind', reason: 'no recording holds a delta of this kind' },
  {
    issue: 'block.overlap',
    reason: 'the SDK goes by the index, but readers that hold one block at a time put a delta into the wrong one',
  },
  {
    issue: 'state.start.message_stop',
    reason: 'it is an end: readers that stop there have nothing, and this SDK does not look at an end before the start',
  },
]);
