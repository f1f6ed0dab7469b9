import { isObject, type JsonObject, type JsonRecord, parseJsonToRewrite } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, Turn } from '../../core/scenario.ts';
import type { DialectRequest } from '../dialect.ts';
import { readMessagesRequest } from './request-read.ts';

/** The API demands `max_tokens`; a request that sets no limit gets this many tokens. */
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
  const body: JsonRecord = {
    model: request.model,
    max_tokens: request.maxTokens ?? defaultMaxTokens,
  };
  if (request.system !== undefined) {
    body['system'] = request.system;
  }
  body['messages'] = buildMessages(request.turns);
  if (request.tools.length > 0) {
    body['tools'] = request.tools.map(({ name, description, parameters }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: parameters,
    }));
  }
  if (request.toolChoice !== undefined) {
    body['tool_choice'] = buildToolChoice(request.toolChoice);
  }
  if (request.stop !== undefined) {
    body['stop_sequences'] = request.stop;
  }
  if (request.stream) {
    body['stream'] = true;
  }
  return body;
}

/** Results of one round of calls belong into one user message: the API refuses a round that is answered in pieces. */
function buildMessages(turns: readonly Turn[]): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  let results: JsonObject[] | undefined;
  for (const turn of turns) {
    if (turn.role === 'tool') {
      if (results === undefined) {
        results = [];
        messages.push({ role: 'user', content: results });
      }
      results.push({ type: 'tool_result', tool_use_id: turn.id, content: turn.result });
      continue;
    }
    results = undefined;
    messages.push({ role: turn.role, content: turn.role === 'user' ? turn.text : assistantContent(turn) });
  }
  return messages;
}

function assistantContent(turn: Extract<Turn, { readonly role: 'assistant' }>): string | readonly JsonObject[] {
  if (turn.tools.length === 0) {
    return turn.text;
  }
  return [
    // The API rejects empty text blocks.
    ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]),
    ...turn.tools.map(({ id, name, arguments: text }) => ({ type: 'tool_use', id, name, input: toolInput(text) })),
  ];
}

/** `input` is an object; arguments that are none travel as their raw text, for the API to reject rather than us to mend. */
function toolInput(text: string): JsonObject | string {
  if (text === '') {
    return {};
  }
  const parsed = parseJsonToRewrite(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : text;
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
