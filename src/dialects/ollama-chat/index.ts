import type { Dialect } from '../dialect.ts';
import { decodeOllama } from './decoder.ts';
import { createOllamaEncoder } from './encode.ts';
import { encodeOllamaBody } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { ollamaPlaces } from './places.ts';
import { ollamaRequest } from './request.ts';

/** Ollama's own chat API, `/api/chat`, of a local server and of its cloud. */
export const dialect: Dialect = {
  id: 'ollama-chat',
  title: 'Ollama chat',
  decoder: decodeOllama,
  streams: [{ style: { framing: 'ndjson', lineEnd: '\n' }, headers: { 'content-type': 'application/x-ndjson' } }],
  usageOnRequest: false,
  createEncoder: createOllamaEncoder,
  encodeBody: encodeOllamaBody,
  encodeError,
  request: ollamaRequest,
  places: ollamaPlaces,
  provider: { baseUrl: 'http://127.0.0.1:11434', model: 'ollama-synthesised-1', idPrefix: '' },
};
