import type { Dialect } from '../dialect.ts';
import { decodeGemini } from './decoder.ts';
import { createGeminiEncoder } from './encode.ts';
import { encodeGeminiBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { geminiPlaces } from './places.ts';
import { geminiRequest } from './request.ts';

/** Google's generateContent and streamGenerateContent, on the Gemini API and on Vertex. */
export const dialect: Dialect = {
  id: 'gemini-generate',
  title: 'Gemini generateContent',
  decoder: decodeGemini,
  streams: [
    {
      style: { framing: 'sse', lineEnd: '\r\n', spaceAfterColon: true },
      headers: { 'content-type': 'text/event-stream' },
    },
    {
      style: { framing: 'json-array', elementEnd: '\n', separator: ',\r\n' },
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    },
  ],
  usageOnRequest: false,
  createEncoder: createGeminiEncoder,
  encodeBody: encodeGeminiBody,
  encodeError,
  request: geminiRequest,
  places: geminiPlaces,
  provider: { baseUrl: 'https://generativelanguage.googleapis.com', model: 'gemini-synthesised-1', idPrefix: '' },
};
