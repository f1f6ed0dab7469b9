import { lineFeedFraming } from '../../wire/sse-encoder.ts';
import { decodeByContentType } from '../content-decoder.ts';
import type { Dialect } from '../dialect.ts';
import { createMessagesEncoder } from './encode.ts';
import { encodeMessagesBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { messagesRequest } from './request.ts';
import { messagesToolFragments } from './tool-fragments.ts';

/** Anthropic's Messages API. */
export const dialect: Dialect = {
  id: 'anthropic-messages',
  title: 'Anthropic Messages',
  decoder: decodeByContentType,
  streamHeaders: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  framing: lineFeedFraming,
  usageOnRequest: false,
  createEncoder: createMessagesEncoder,
  encodeBody: encodeMessagesBody,
  encodeError,
  request: messagesRequest,
  toolFragments: messagesToolFragments,
};
