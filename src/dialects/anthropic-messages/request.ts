import type { JsonObject } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import type { DialectRequest } from '../dialect.ts';
import { requestBody } from '../neutral-request.ts';
import { argumentsToSend } from '../object-arguments.ts';
import { groupResults, type Round } from '../turns.ts';
import { readMessagesRequest } from './request-read.ts';

/** The API demands `max_tokens`. A request that sets no limit gets this many tokens. */
const defaultMaxTokens = 4096;

export const messagesRequest: DialectRequest = {
  path: () => '/v1/messages',
  match: (path) => {
    const [pathname = ''] = path.split(/[?#]/, 1);
    // OpenAI's threads API ends the same way; `count_tokens` and `batches` do not.
    return /(^|\/)messages\/?$/.test(pathname) && !/\/threads\/[^/]+\/messages\/?$/.test(pathname) ? {} : undefined;
  },
  headers: (apiKey) => ({
    'content-type': 'application/json',
    'x-api-key': apiKey,
    'anthropic-version': '2023-06-01',
  }),
  build: buildMessagesRequest,
  read: readMessagesRequest,
};

/**
 * The body as an official client sends it. No sampling parameters: version 2026-10-21 of the API rejects them, even at
 * their defaults.
 */
function buildMessagesRequest(request: NeutralRequest): JsonObject {
  const { model, stream, system, turns, tools, toolChoice, maxTokens = defaultMaxTokens } = request;
  return requestBody({
    model,
    max_tokens: maxTokens,
    system,
    messages: groupResults(turns).map(buildMessage),
    tools: tools.length === 0 ? undefined : tools.map(buildTool),
    tool_choice: toolChoice && buildToolChoice(toolChoice),
    stop_sequences: request.stop,
    stream: stream || undefined,
  });
}

function buildTool({ name, description, parameters }: ToolDefinition): JsonObject {
  return { name, description, input_schema: parameters };
}

function buildMessage(round: Round): JsonObject {
  switch (round.role) {
    case 'user':
      return { role: 'user', content: round.text };
    case 'assistant':
      return { role: 'assistant', content: assistantContent(round) };
    case 'results':
      return {
        role: 'user',
        content: round.results.map(({ id, result }) => ({ type: 'tool_result', tool_use_id: id, content: result })),
      };
  }
}

function assistantContent(turn: Extract<Turn, { readonly role: 'assistant' }>): string | readonly JsonObject[] {
  if (turn.tools.length === 0) {
    return turn.text;
  }
  return [
    // The API rejects empty text blocks.
    ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]),
    ...turn.tools.map(({ id, name, arguments: text }) => ({
      type: 'tool_use',
      id,
      name,
      input: argumentsToSend(text),
    })),
  ];
}

function buildToolChoice(choice: ToolChoice): JsonObject {
  switch (choice.mode) {
    case 'auto':
    case 'none':
      return { type: choice.mode };
    case 'required':
      return { type: 'any' };
    case 'tool':
      return { type: 'tool', name: choice.name };
  }
}
