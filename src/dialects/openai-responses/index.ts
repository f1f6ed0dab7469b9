import { decodeByContentType } from '../content-decoder.ts';
import type { Dialect } from '../dialect.ts';
import { eventStream } from '../stream-format.ts';
import { createResponsesEncoder } from './encode.ts';
import { encodeResponsesBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { responsesPlaces } from './places.ts';
import { responsesRequest } from './request.ts';
import { settleResponses } from './settle.ts';
import { responsesToolFragments } from './tool-fragments.ts';

/** OpenAI's Responses API. */
export const dialect: Dialect = {
  id: 'openai-responses',
  title: 'OpenAI Responses',
  decoder: decodeByContentType,
  streams: [eventStream],
  usageOnRequest: false,
  createEncoder: createResponsesEncoder,
  encodeBody: encodeResponsesBody,
  encodeError,
  request: responsesRequest,
  toolFragments: responsesToolFragments,
  places: responsesPlaces,
  settle: settleResponses,
  provider: { baseUrl: 'https://api.openai.com', model: 'gpt-synthesised-1', idPrefix: 'resp_' },
};
