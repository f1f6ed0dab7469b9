import type { Comparison } from '../comparison.ts';
import { citedVersions, schema, usagePlaces } from '../contract-words.ts';
import { sdk } from '../sdk-words.ts';

const types = 'ollama/dist/browser.d.ts#';

const response = sdk.fields(`${types}ChatResponse`);

export const comparisons: readonly Comparison[] = [
  {
    kind: 'SDK version',
    direction: 'both',
    form: 'words',
    sdk: ({ version }) => [version('ollama')],
    contract: citedVersions('ollama'),
  },
  {
    kind: 'response field',
    direction: 'both',
    form: 'words',
    sdk: response,
    contract: schema.fields('event#ChatResponse'),
  },
  {
    kind: 'count that is read',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: response,
    contract: usagePlaces,
  },
  {
    kind: 'message field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}Message`),
    contract: schema.fields('event#Message'),
  },
  {
    kind: 'tool call field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}ToolCall`),
    contract: schema.fields('event#ToolCall'),
  },
  {
    kind: 'request field',
    direction: 'both',
    form: 'words',
    sdk: sdk.fields(`${types}ChatRequest`),
    contract: schema.fields('request#'),
  },
  {
    kind: 'option of a request',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: sdk.fields(`${types}Options`),
    contract: schema.fields('request#Options'),
  },
];
