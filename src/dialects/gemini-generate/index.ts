import type { Dialect } from '../dialect.ts';
import { decodeGemini } from './decoder.ts';
import { createGeminiEncoder } from './encode.ts';
import { encodeGeminiBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { geminiRequest } from './request.ts';

/** Google's generateContent and streamGenerateContent, on the Gemini API and on Vertex. */
export const dialect: Dialect = {
  id: 'gemini-generate',
  title: 'Gemini generateContent',
  decoder: decodeGemini,
  streamHeaders: { 'content-type': 'text/event-stream' },
  framing: { lineEnd: '\r\n', spaceAfterColon: true },
  usageOnRequest: false,
  createEncoder: createGeminiEncoder,
  encodeBody: encodeGeminiBody,
  encodeError,
  request: geminiRequest,
};
