import { lineFeedFraming } from '../../wire/sse-encoder.ts';
import { decodeByContentType } from '../content-decoder.ts';
import type { Dialect } from '../dialect.ts';
import { createResponsesEncoder } from './encode.ts';
import { encodeResponsesBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { responsesRequest } from './request.ts';
import { responsesToolFragments } from './tool-fragments.ts';

/** OpenAI's Responses API. */
export const dialect: Dialect = {
  id: 'openai-responses',
  title: 'OpenAI Responses',
  decoder: decodeByContentType,
  streamHeaders: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  framing: lineFeedFraming,
  usageOnRequest: false,
  createEncoder: createResponsesEncoder,
  encodeBody: encodeResponsesBody,
  encodeError,
  request: responsesRequest,
  toolFragments: responsesToolFragments,
};
