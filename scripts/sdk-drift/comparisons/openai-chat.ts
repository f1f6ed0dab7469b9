import type { Comparison } from '../comparison.ts';
import { citedVersions, finishReasons, schema, usagePlaces } from '../contract-words.ts';
import { sdk } from '../sdk-words.ts';

const chat = 'openai/resources/chat/completions/completions.d.ts#';
const usage = 'openai/resources/completions.d.ts#CompletionUsage';

const finish = sdk.words(
  `${chat}ChatCompletionChunk.choices.finish_reason`,
  `${chat}ChatCompletion.choices.finish_reason`,
);

export const comparisons: readonly Comparison[] = [
  {
    kind: 'SDK version',
    direction: 'both',
    form: 'words',
    sdk: (types) => [types.version('openai')],
    contract: citedVersions('openai'),
  },
  {
    kind: 'chunk field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${chat}ChatCompletionChunk`),
    contract: schema.fields('event#event.chunk'),
  },
  {
    kind: 'choice field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${chat}ChatCompletionChunk.choices`),
    contract: schema.fields('event#ChunkChoice'),
  },
  {
    kind: 'delta field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${chat}ChatCompletionChunk.choices.delta`),
    contract: schema.fields('event#Delta'),
  },
  {
    kind: 'finish reason',
    direction: 'both',
    form: 'words',
    sdk: finish,
    contract: schema.words('event#ChunkChoice/finish_reason', 'response#Choice/finish_reason'),
  },
  { kind: 'finish reason that is read', direction: 'both', form: 'words', sdk: finish, contract: finishReasons },
  {
    kind: 'tool call type',
    direction: 'both',
    form: 'words',
    sdk: sdk.tags(`${chat}ChatCompletionMessageToolCall`),
    contract: schema.tags('response#ToolCall'),
  },
  {
    kind: 'tool call type of a delta',
    direction: 'both',
    form: 'words',
    sdk: sdk.tags(`${chat}ChatCompletionChunk.choices.delta.tool_calls`),
    contract: schema.tags('event#ToolCallDelta'),
  },
  {
    kind: 'usage field',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([usage]),
    contract: schema.paths(['event#Usage']),
  },
  {
    kind: 'usage field that is read',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: sdk.paths([usage]),
    contract: usagePlaces,
  },
  {
    kind: 'chunk',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${chat}ChatCompletionChunk`], ['usage']),
    contract: schema.paths(['event#event.chunk'], ['usage']),
  },
  {
    kind: 'body',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${chat}ChatCompletion`], ['usage']),
    contract: schema.paths(['response#'], ['usage']),
  },
  {
    kind: 'error field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields('openai/resources/shared.d.ts#ErrorObject'),
    contract: schema.fields('error#/error'),
  },
  {
    kind: 'misalignment of an error',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths(['openai/resources/shared.d.ts#ErrorObject.misalignment']),
    contract: schema.paths(['error#/error/misalignment']),
  },
];
