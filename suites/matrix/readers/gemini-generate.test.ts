import { aiSdkNeeds } from '../../support/readers/kept-levels.ts';
import { describeReaderTable } from '../../support/readers/suite.ts';
import { geminiGenerateSdk } from '../../support/sdk/readers/gemini-generate.ts';

const ofTheSame = 'what is lost is the first value or the last; servers of the provider have been seen to change it';

describeReaderTable(geminiGenerateSdk, [
  { issue: 'event.schema.error /error/code', reason: aiSdkNeeds },
  { issue: 'event.schema.error /error/status', reason: aiSdkNeeds },
  {
    issue: 'candidate.reopened',
    reason: 'the provider goes on after a finish reason itself, so readers have to add up',
  },
  { issue: 'candidate.unclosed', reason: 'a stream without it has no end either, which is terminal.missing' },
  { issue: 'constant', reason: ofTheSame },
  { issue: 'error.envelope.nested', reason: 'errors of this dialect have this envelope' },
  { issue: 'error.envelope.flat', reason: 'a payload without a known member is a chunk that says nothing' },
]);
