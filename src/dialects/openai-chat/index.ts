import { decodeByContentType } from '../content-decoder.ts';
import type { Dialect } from '../dialect.ts';
import { eventStream } from '../stream-format.ts';
import { createChatEncoder } from './encode.ts';
import { encodeChatBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { chatPlaces } from './places.ts';
import { chatRequest } from './request.ts';
import { chatToolFragments } from './tool-fragments.ts';

/** OpenAI's Chat Completions API. */
export const dialect: Dialect = {
  id: 'openai-chat',
  title: 'OpenAI Chat Completions',
  decoder: decodeByContentType,
  streams: [eventStream],
  usageOnRequest: true,
  createEncoder: createChatEncoder,
  encodeBody: encodeChatBody,
  encodeError,
  request: chatRequest,
  toolFragments: chatToolFragments,
  places: chatPlaces,
  provider: { baseUrl: 'https://api.openai.com', model: 'gpt-synthesised-1', idPrefix: 'chatcmpl-' },
};
