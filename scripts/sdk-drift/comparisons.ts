import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Comparison } from './comparison.ts';
import { anthropicMessages } from './comparisons/anthropic-messages.ts';
import { geminiGenerate } from './comparisons/gemini-generate.ts';
import { openaiChat } from './comparisons/openai-chat.ts';
import { openaiResponses } from './comparisons/openai-responses.ts';

/** What is compared, per dialect; none for a dialect whose provider publishes no typed SDK. */
export const comparisons: Readonly<Record<DialectId, readonly Comparison[]>> = {
  'anthropic-messages': anthropicMessages,
  'gemini-generate': geminiGenerate,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
};
