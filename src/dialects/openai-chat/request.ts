import type { JsonObject, JsonRecord } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, Turn } from '../../core/scenario.ts';
import type { DialectRequest } from '../dialect.ts';
import { readChatRequest } from './request-read.ts';

export const chatRequest: DialectRequest = {
  path: () => '/v1/chat/completions',
  match: (path) => {
    const [pathname = ''] = path.split(/[?#]/, 1);
    return /(^|\/)chat\/completions\/?$/.test(pathname) ? {} : undefined;
  },
  headers: (apiKey) => ({ 'content-type': 'application/json', authorization: `Bearer ${apiKey}` }),
  build: buildChatRequest,
  read: readChatRequest,
};

/** The body as an official client sends it. */
function buildChatRequest(request: NeutralRequest): JsonObject {
  const body: JsonRecord = {
    model: request.model,
    messages: [
      ...(request.system === undefined ? [] : [{ role: 'system', content: request.system }]),
      ...request.turns.map(buildMessage),
    ],
  };
  if (request.tools.length > 0) {
    body['tools'] = request.tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, ...(description === undefined ? {} : { description }), parameters },
    }));
  }
  if (request.toolChoice !== undefined) {
    body['tool_choice'] = buildToolChoice(request.toolChoice);
  }
  if (request.maxTokens !== undefined) {
    // Deprecated by OpenAI in favour of max_completion_tokens, but the only name that every relay and server knows.
    body['max_tokens'] = request.maxTokens;
  }
  if (request.stop !== undefined) {
    body['stop'] = request.stop;
  }
  if (request.choices > 1) {
    body['n'] = request.choices;
  }
  if (request.stream) {
    body['stream'] = true;
    if (request.includeUsage) {
      body['stream_options'] = { include_usage: true };
    }
  }
  return body;
}

function buildMessage(turn: Turn): JsonObject {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: turn.text };
    case 'tool':
      return { role: 'tool', tool_call_id: turn.id, content: turn.result };
    case 'assistant':
      if (turn.tools.length === 0) {
        return { role: 'assistant', content: turn.text };
      }
      return {
        role: 'assistant',
        content: turn.text === '' ? null : turn.text,
        tool_calls: turn.tools.map(({ id, name, arguments: text }) => ({
          id,
          type: 'function',
          function: { name, arguments: text === '' ? '{}' : text },
        })),
      };
  }
}

function buildToolChoice(choice: ToolChoice): JsonObject | string {
  return choice.mode === 'tool' ? { type: 'function', function: { name: choice.name } } : choice.mode;
}
