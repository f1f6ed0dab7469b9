import { decodeByContentType } from '../content-decoder.ts';
import type { Dialect } from '../dialect.ts';
import { eventStream } from '../stream-format.ts';
import { createMessagesEncoder } from './encode.ts';
import { encodeMessagesBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { messagesPlaces } from './places.ts';
import { messagesRequest } from './request.ts';
import { messagesToolFragments } from './tool-fragments.ts';

/** Anthropic's Messages API. */
export const dialect: Dialect = {
  id: 'anthropic-messages',
  title: 'Anthropic Messages',
  decoder: decodeByContentType,
  streams: [eventStream],
  usageOnRequest: false,
  createEncoder: createMessagesEncoder,
  encodeBody: encodeMessagesBody,
  encodeError,
  request: messagesRequest,
  toolFragments: messagesToolFragments,
  places: messagesPlaces,
  provider: { baseUrl: 'https://api.anthropic.com', model: 'claude-synthesised-1', idPrefix: 'msg_' },
};
