import type { Comparison } from '../comparison.ts';
import {
  citedVersions,
  errorTypes,
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

const messages = '@anthropic-ai/sdk/resources/messages/messages.d.ts#';
const beta = '@anthropic-ai/sdk/resources/beta/messages/messages.d.ts#Beta';
const shared = '@anthropic-ai/sdk/resources/shared.d.ts#';

const events = [`${messages}RawMessageStreamEvent`, `${beta}RawMessageStreamEvent`];
const blocks = sdk.tags(
  `${messages}ContentBlock`,
  `${messages}RawContentBlockStartEvent.content_block`,
  `${beta}ContentBlock`,
  `${beta}RawContentBlockStartEvent.content_block`,
);
const deltas = sdk.tags(`${messages}RawContentBlockDelta`, `${beta}RawContentBlockDelta`);
const stopReasons = sdk.words(`${messages}StopReason`, `${beta}StopReason`);
const errors = [`${shared}ErrorType`, `${shared}ErrorObject.type`];
const usage = [`${messages}Usage`, `${messages}MessageDeltaUsage`, `${beta}Usage`, `${beta}MessageDeltaUsage`];

/** Members that other rows compare. */
const apart = ['message', 'content_block', 'usage', 'content'];

export const comparisons: readonly Comparison[] = [
  {
    kind: 'SDK version',
    direction: 'both',
    form: 'words',
    sdk: (types) => [types.version('@anthropic-ai/sdk')],
    contract: citedVersions('@anthropic-ai/sdk'),
  },
  { kind: 'event type', direction: 'both', form: 'words', sdk: sdk.tags(...events), contract: schemaEvents },
  { kind: 'event type in the rules', direction: 'both', form: 'words', sdk: sdk.tags(...events), contract: ruleEvents },
  { kind: 'delta type', direction: 'both', form: 'words', sdk: deltas, contract: schema.tags('event#Delta') },
  {
    kind: 'delta type in the rules',
    direction: 'both',
    form: 'words',
    sdk: deltas,
    contract: wordsAskedFor('/delta/type'),
  },
  { kind: 'block type', direction: 'both', form: 'words', sdk: blocks, contract: schema.tags('event#ContentBlock') },
  {
    kind: 'block type in the rules',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: blocks,
    contract: wordsAskedFor('@kind'),
  },
  { kind: 'block type that is mapped', direction: 'contract-in-sdk', form: 'words', sdk: blocks, contract: partWords },
  {
    kind: 'citation type',
    direction: 'both',
    form: 'words',
    sdk: sdk.tags(`${messages}TextCitation`, `${beta}TextCitation`, `${messages}CitationsDelta.citation`),
    contract: schema.tags('event#Citation'),
  },
  {
    kind: 'stop reason',
    direction: 'both',
    form: 'words',
    sdk: stopReasons,
    contract: schema.words('event#event.message_delta/delta/stop_reason', 'event#Message/stop_reason'),
  },
  { kind: 'stop reason that is read', direction: 'both', form: 'words', sdk: stopReasons, contract: finishReasons },
  {
    kind: 'usage field',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths(usage),
    contract: schema.paths(['event#Usage', 'event#MessageDeltaUsage']),
  },
  {
    kind: 'usage field that is read',
    direction: 'contract-in-sdk',
    form: 'words',
    sdk: sdk.paths(usage),
    contract: usagePlaces,
  },
  {
    kind: 'error type',
    direction: 'both',
    form: 'words',
    sdk: sdk.words(...errors),
    contract: schema.words('error#/error/type'),
  },
  {
    kind: 'error type that is read',
    direction: 'both',
    form: 'words',
    sdk: sdk.words(...errors),
    contract: errorTypes,
  },
  {
    kind: 'payload of an event',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths(events, apart),
    contract: eventPaths(apart),
  },
  {
    kind: 'message',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${messages}Message`, `${beta}Message`], apart),
    contract: schema.paths(['event#Message'], apart),
  },
  {
    kind: 'block',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${messages}ContentBlock`, `${beta}ContentBlock`]),
    contract: schema.paths(['event#ContentBlock']),
  },
  {
    kind: 'error',
    direction: 'both',
    form: 'paths',
    sdk: sdk.paths([`${shared}ErrorResponse`]),
    contract: schema.paths(['error#']),
  },
];
