import type { JsonObject } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import type { DialectRequest } from '../dialect.ts';
import { requestBody } from '../neutral-request.ts';
import { readResponsesRequest } from './request-read.ts';

export const responsesRequest: DialectRequest = {
  path: () => '/v1/responses',
  match: (path) => {
    const [pathname = ''] = path.split(/[?#]/, 1);
    // Not `/responses/{id}`, `/responses/compact` and their like.
    return /(^|\/)responses\/?$/.test(pathname) ? {} : undefined;
  },
  headers: (apiKey) => ({ 'content-type': 'application/json', authorization: `Bearer ${apiKey}` }),
  build: buildResponsesRequest,
  read: readResponsesRequest,
};

/** The body as an official client sends it. Stop sequences and a number of choices have no place in it. */
function buildResponsesRequest(request: NeutralRequest): JsonObject {
  const { model, stream, system, turns, tools, toolChoice, maxTokens } = request;
  return requestBody({
    model,
    instructions: system,
    input: turns.flatMap(buildItems),
    tools: tools.length === 0 ? undefined : tools.map(buildTool),
    tool_choice: toolChoice && buildToolChoice(toolChoice),
    max_output_tokens: maxTokens,
    stream: stream || undefined,
  });
}

/**
 * Without `strict`, this API is strict and rewrites the schema. In the other dialects nothing is strict unless it says
 * so.
 */
function buildTool({ name, description, parameters }: ToolDefinition): JsonObject {
  return { type: 'function', name, description, parameters, strict: false };
}

function buildItems(turn: Turn): readonly JsonObject[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.text }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: turn.id, output: turn.result }];
    case 'assistant':
      return [
        // Beside calls an empty message says nothing. Alone it is the turn.
        ...(turn.text === '' && turn.tools.length > 0 ? [] : [{ role: 'assistant', content: turn.text }]),
        ...turn.tools.map(({ id, name, arguments: text }) => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: text === '' ? '{}' : text,
        })),
      ];
  }
}

function buildToolChoice(choice: ToolChoice): JsonObject | string {
  return choice.mode === 'tool' ? { type: 'function', name: choice.name } : choice.mode;
}
