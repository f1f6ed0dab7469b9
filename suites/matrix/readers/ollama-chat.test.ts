import { describeReaderTable } from '../../support/readers/suite.ts';
import { ollamaChatSdk } from '../../support/sdk/readers/ollama-chat.ts';

const noFields = 'lines of JSON have no fields';

describeReaderTable(ollamaChatSdk, [
  { issue: 'done.reason', reason: 'the server itself leaves it out where the connection to the runner closed' },
  { issue: 'error.envelope.text', reason: 'errors of this dialect have this envelope' },
  { issue: 'event.line.unexpected', reason: noFields },
  ...['unknown-field', 'invalid-retry', 'id-with-nul', 'foreign-bytes'].map((kind) => ({
    issue: `wire.${kind}`,
    reason: noFields,
  })),
  ...['event-without-data', 'field-without-data', 'comment-after-id'].map((kind) => ({
    issue: `wire.${kind}`,
    reason: noFields,
  })),
]);
