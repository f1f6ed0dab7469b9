import { type KeptLevel, typeOfError } from '../../support/readers/kept-levels.ts';
import { describeReaderTable } from '../../support/readers/suite.ts';
import { openaiChatSdk } from '../../support/sdk/readers/openai-chat.ts';

describeReaderTable(openaiChatSdk, [
  typeOfError,
  ...['id', 'data', 'transcript', 'expires_at'].map(
    (member): KeptLevel => ({
      issue: `event.schema.chunk /choices/*/delta/audio/${member} type`,
      level: 'OBS',
      reason: 'real relays send null for members of the sound that a chunk does not bring, and clients append nothing',
    }),
  ),
  {
    issue: 'choice.touched-after-close',
    reason: 'the helper loses usage where a chunk with usage null comes behind the usage chunk, and nothing otherwise',
  },
  { issue: 'constant/model', reason: 'routers name the model that they chose; what counts is relay/identity' },
  { issue: 'error.envelope.nested', reason: 'errors of this dialect have this envelope' },
  { issue: 'event.line.unexpected', reason: 'only a line that says error throws, and it says so of what is an error' },
  {
    issue: 'usage.before-finish',
    reason: 'the helper loses it where a later chunk says that usage is null, and nothing where none does',
  },
  { issue: 'usage.asked-but-absent', reason: 'an upstream may send none; relay/usage tells whose it is' },
  { issue: 'audio', reason: 'the choice around the sound is closed, and has its key, as long as the sound' },
  { issue: 'tool.content-after-close', reason: 'the choice around a call is closed as long as the call' },
  { issue: 'tool.touched-after-close', reason: 'the choice around a call is closed as long as the call' },
  { issue: 'tool.duplicate', reason: 'calls of a body are numbered by their place in the list' },
]);
