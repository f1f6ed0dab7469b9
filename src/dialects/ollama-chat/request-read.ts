import { isObject, type JsonObject } from '../../core/json.ts';
import type { NeutralRequest, ToolDefinition, Turn } from '../../core/scenario.ts';
import { CallIds } from '../call-ids.ts';
import { readArguments, readCount, readObjects, readText, readTexts } from '../lenient-read.ts';
import { neutralRequest, toolDefinition } from '../neutral-request.ts';

/** Reads an Ollama chat request; what it does not understand is left out. */
export function readOllamaRequest(body: JsonObject): NeutralRequest {
  const messages = readObjects(body['messages']);
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? (readText(content) ?? []) : []));
  const options = isObject(body['options']) ? body['options'] : {};
  return neutralRequest({
    model: readText(body['model']),
    // Absent and null mean that the answer is streamed.
    stream: body['stream'] !== false,
    system: system.length === 0 ? undefined : system.join('\n\n'),
    turns: readTurns(messages),
    tools: readObjects(body['tools']).flatMap(readTool),
    toolChoice: undefined,
    maxTokens: readCount(options['num_predict']),
    stop: readTexts(options['stop']),
  });
}

function readTurns(messages: readonly JsonObject[]): readonly Turn[] {
  const ids = new CallIds();
  return messages.flatMap((message): readonly Turn[] => {
    const text = readText(message['content']);
    switch (message['role']) {
      case 'user':
        return text === undefined ? [] : [{ role: 'user', text }];
      case 'assistant':
        return [
          {
            role: 'assistant',
            text: text ?? '',
            tools: readObjects(message['tool_calls']).flatMap((call) => readCall(call, ids)),
          },
        ];
      case 'tool': {
        const name = readText(message['tool_name']);
        const id = ids.ofResult(readText(message['tool_call_id']), name ?? '');
        return [{ role: 'tool', id, ...(name === undefined ? {} : { name }), result: text ?? '' }];
      }
      default:
        return [];
    }
  });
}

function readCall(call: JsonObject, ids: CallIds): Extract<Turn, { readonly role: 'assistant' }>['tools'] {
  const target = call['function'];
  if (!isObject(target)) {
    return [];
  }
  const name = readText(target['name']) ?? '';
  return [{ id: ids.ofCall(readText(call['id']), name), name, arguments: readArguments(target['arguments']) }];
}

function readTool(tool: JsonObject): readonly ToolDefinition[] {
  const target = tool['function'];
  return isObject(target) ? toolDefinition(target, target['parameters']) : [];
}
