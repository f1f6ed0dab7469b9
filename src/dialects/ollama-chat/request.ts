import type { JsonObject } from '../../core/json.ts';
import type { NeutralRequest, Turn } from '../../core/scenario.ts';
import type { DialectRequest } from '../dialect.ts';
import { requestBody } from '../neutral-request.ts';
import { argumentsToSend } from '../object-arguments.ts';
import { nameResults } from '../turns.ts';
import { readOllamaRequest } from './request-read.ts';

export const ollamaRequest: DialectRequest = {
  path: () => '/api/chat',
  match: (path) => {
    const [pathname = ''] = path.split(/[?#]/, 1);
    return /(^|\/)api\/chat\/?$/.test(pathname) ? {} : undefined;
  },
  // A server of one's own asks for no key; the cloud does.
  headers: (apiKey) => ({
    'content-type': 'application/json',
    ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
  }),
  build: buildOllamaRequest,
  read: readOllamaRequest,
};

/** The body as an official client sends it. Tool choice and further choices have no slot. */
function buildOllamaRequest(request: NeutralRequest): JsonObject {
  const options = requestBody({ num_predict: request.maxTokens, stop: request.stop });
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: requestBody({ name, description, parameters }),
  }));
  return requestBody({
    model: request.model,
    messages: [
      ...(request.system === undefined ? [] : [{ role: 'system', content: request.system }]),
      ...nameResults(request.turns).map(buildMessage),
    ],
    // Said always: a server streams unless told otherwise.
    stream: request.stream,
    tools: tools.length === 0 ? undefined : tools,
    options: Object.keys(options).length === 0 ? undefined : options,
  });
}

function buildMessage(turn: Turn): JsonObject {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: turn.text };
    case 'assistant':
      return requestBody({
        role: 'assistant',
        content: turn.text,
        tool_calls: turn.tools.length === 0 ? undefined : turn.tools.map(buildCall),
      });
    case 'tool':
      return requestBody({
        role: 'tool',
        content: turn.result,
        tool_name: turn.name,
        tool_call_id: turn.id === '' ? undefined : turn.id,
      });
  }
}

function buildCall(
  { id, name, arguments: text }: Extract<Turn, { readonly role: 'assistant' }>['tools'][number],
  index: number,
): JsonObject {
  return requestBody({
    id: id === '' ? undefined : id,
    function: { index, name, arguments: argumentsToSend(text) },
  });
}
