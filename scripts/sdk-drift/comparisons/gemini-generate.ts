import type { Comparison } from '../comparison.ts';
import { citedVersions, finishReasons, membersAskedFor, schema, usagePlaces } from '../contract-words.ts';
import { sdk } from '../sdk-words.ts';

const types = '@google/genai/dist/genai.d.ts#';

const finish = sdk.words(`${types}FinishReason`);
const usage = sdk.paths([`${types}GenerateContentResponseUsageMetadata`]);

export const comparisons: readonly Comparison[] = [
  {
    kind: 'SDK version',
    direction: 'both',
    form: 'words',
    sdk: ({ version }) => [version('@google/genai')],
    contract: citedVersions('@google/genai'),
  },
  {
    kind: 'finish reason',
    direction: 'both',
    form: 'words',
    sdk: finish,
    contract: schema.words('event#Candidate/finishReason'),
  },
  { kind: 'finish reason that is read', direction: 'both', form: 'words', sdk: finish, contract: finishReasons },
  {
    kind: 'block reason',
    direction: 'both',
    form: 'words',
    sdk: sdk.words(`${types}BlockedReason`),
    contract: schema.words('event#PromptFeedback/blockReason'),
  },
  {
    kind: 'response field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}GenerateContentResponse`),
    contract: schema.fields('event#GenerateContentResponse'),
  },
  {
    kind: 'candidate field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}Candidate`),
    contract: schema.fields('event#Candidate'),
  },
  {
    kind: 'part field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}Part`),
    contract: schema.fields('event#Part'),
  },
  {
    kind: 'part field in the rules',
    direction: 'sdk-in-contract',
    form: 'words',
    sdk: sdk.fields(`${types}Part`),
    contract: membersAskedFor,
  },
  {
    kind: 'function call field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}FunctionCall`),
    contract: schema.fields('event#FunctionCall'),
  },
  {
    kind: 'usage field',
    direction: 'both',
    form: 'paths',
    sdk: usage,
    contract: schema.paths(['event#UsageMetadata']),
  },
  { kind: 'usage field that is read', direction: 'contract-in-sdk', form: 'words', sdk: usage, contract: usagePlaces },
  {
    kind: 'chunk',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${types}GenerateContentResponse`], ['usageMetadata']),
    contract: schema.paths(['event#event.chunk', 'event#event.blocked'], ['usageMetadata']),
  },
];
