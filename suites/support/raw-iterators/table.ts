import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { anthropicMessagesRaw } from './anthropic-messages.ts';
import { geminiGenerateRaw } from './gemini-generate.ts';
import { ollamaChatRaw } from './ollama-chat.ts';
import { openaiChatRaw } from './openai-chat.ts';
import { openaiResponsesRaw } from './openai-responses.ts';
import type { RawIterator } from './raw-answer.ts';

/** Written by hand from the API references, so that they share nothing with the contracts. Not every dialect needs one. */
export const rawIterators: Readonly<Partial<Record<DialectId, RawIterator>>> = {
  'openai-chat': openaiChatRaw,
  'openai-responses': openaiResponsesRaw,
  'anthropic-messages': anthropicMessagesRaw,
  'gemini-generate': geminiGenerateRaw,
  'ollama-chat': ollamaChatRaw,
};
