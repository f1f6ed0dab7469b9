import type { Comparison } from '../comparison.ts';
import {
  citedVersions,
  eventPaths,
  finishReasons,
  partWords,
  ruleEvents,
  schema,
  schemaEvents,
  usagePlaces,
  wordsAskedFor,
} from '../contract-words.ts';
import { sdk } from '../sdk-words.ts';

const responses = 'openai/resources/responses/responses.d.ts#Response';

const events = sdk.tags(`${responses}StreamEvent`);
const items = [
  `${responses}OutputItem`,
  `${responses}OutputItemAddedEvent.item`,
  `${responses}OutputItemDoneEvent.item`,
];
const parts = [
  `${responses}ContentPartAddedEvent.part`,
  `${responses}ContentPartDoneEvent.part`,
  `${responses}OutputMessage.content`,
  `${responses}ReasoningItem.content`,
];
const usage = sdk.paths([`${responses}Usage`]);
const incomplete = sdk.words(`${responses}.incomplete_details.reason`);
const statuses = sdk.words(`${responses}Status`);

export const comparisons: readonly Comparison[] = [
  {
    kind: 'SDK version',
    direction: 'both',
    form: 'words',
    sdk: (types) => [types.version('openai')],
    contract: citedVersions('openai'),
  },
  { kind: 'event type', direction: 'both', form: 'words', sdk: events, contract: schemaEvents },
  { kind: 'event type in the rules', direction: 'both', form: 'words', sdk: events, contract: ruleEvents },
  {
    kind: 'item type',
    direction: 'both',
    form: 'words',
    sdk: sdk.tags(...items),
    contract: schema.tags('event#OutputItem'),
  },
  {
    kind: 'content part type',
    direction: 'both',
    form: 'words',
    sdk: sdk.tags(...parts),
    contract: schema.tags('event#ContentPart', 'event#ReasoningPart'),
  },
  {
    kind: 'item or part type in the rules',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: sdk.tags(...items, ...parts),
    contract: wordsAskedFor('@kind', '^kind', '/type'),
  },
  {
    kind: 'item or part type that is mapped',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: sdk.tags(...items, ...parts),
    contract: partWords,
  },
  {
    kind: 'annotation type',
    direction: 'both',
    form: 'words',
    sdk: sdk.tags(`${responses}OutputText.annotations`),
    contract: schema.tags('event#Annotation'),
  },
  { kind: 'status', direction: 'both', form: 'words', sdk: statuses, contract: schema.words('event#Response/status') },
  {
    kind: 'incomplete reason',
    direction: 'both',
    form: 'words',
    sdk: incomplete,
    contract: schema.words('event#IncompleteDetails/reason'),
  },
  {
    kind: 'status or incomplete reason that is read',
    direction: 'both',
    form: 'words',
    sdk: (types) => [...statuses(types), ...incomplete(types)],
    contract: finishReasons,
  },
  { kind: 'usage field', direction: 'both', form: 'paths', sdk: usage, contract: schema.paths(['event#Usage']) },
  { kind: 'usage field that is read', direction: 'contract-in-sdk', form: 'words', sdk: usage, contract: usagePlaces },
  {
    kind: 'error code of a failed response',
    direction: 'both',
    form: 'words',
    sdk: sdk.words(`${responses}Error.code`),
    contract: schema.words('event#ResponseError/code'),
  },
  {
    kind: 'payload of an event',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${responses}StreamEvent`], ['response', 'item']),
    contract: eventPaths(['response', 'item']),
  },
  {
    kind: 'response',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([responses], ['output', 'usage', 'tools']),
    contract: schema.paths(['event#Response'], ['output', 'usage', 'tools']),
  },
  {
    kind: 'item',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths(items, ['tools']),
    contract: schema.paths(['event#OutputItem'], ['tools']),
  },
  {
    kind: 'compacted response',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths(['openai/resources/responses/responses.d.ts#CompactedResponse'], ['output', 'usage']),
    contract: schema.paths(['response#CompactedResponse'], ['output', 'usage']),
  },
  {
    kind: 'tool',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${responses}.tools`]),
    contract: schema.paths(['event#Response/tools']),
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
