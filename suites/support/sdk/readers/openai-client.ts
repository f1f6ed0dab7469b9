import OpenAI from 'openai';
import { placeholderKey, type SdkTarget } from './reader.ts';

/** OpenAI's SDK as a reader of one answer: no retries, nothing logged. */
export function openaiClient({ baseUrl, headers }: SdkTarget): OpenAI {
  return new OpenAI({
    apiKey: placeholderKey,
    baseURL: `${baseUrl}/v1`,
    maxRetries: 0,
    logLevel: 'off',
    defaultHeaders: headers,
  });
}
