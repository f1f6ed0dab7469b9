import type { JsonObject } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import type { DialectRequest } from '../dialect.ts';
import { requestBody } from '../neutral-request.ts';
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
  const { model, stream, system, turns, tools, toolChoice, includeUsage } = request;
  return requestBody({
    model,
    messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...turns.map(buildMessage)],
    tools: tools.length === 0 ? undefined : tools.map(buildTool),
    tool_choice: toolChoice && buildToolChoice(toolChoice),
    // OpenAI deprecates it in favour of max_completion_tokens, but only this name is known to every relay and server.
    max_tokens: request.maxTokens,
    stop: request.stop,
    n: request.choices > 1 ? request.choices : undefined,
    stream: stream || undefined,
    stream_options: stream && includeUsage ? { include_usage: true } : undefined,
  });
}

function buildTool({ name, description, parameters }: ToolDefinition): JsonObject {
  return { type: 'function', function: { name, description, parameters } };
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
