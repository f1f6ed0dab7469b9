import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import { readArguments, readContentText, readCount, readObjects, readText, readTexts } from '../lenient-read.ts';

/** Reads a Chat request; what it does not understand is left out. */
export function readChatRequest(body: JsonObject): NeutralRequest {
  const messages = readObjects(body['messages']);
  const system = messages.flatMap(readSystem);
  const toolChoice = readToolChoice(body['tool_choice']);
  const maxTokens = readCount(body['max_completion_tokens']) ?? readCount(body['max_tokens']);
  const stop = readTexts(body['stop']);
  const stream = body['stream'] === true;
  const streamOptions = body['stream_options'];
  return {
    model: readText(body['model']) ?? '',
    stream,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    turns: readTurns(messages),
    tools: readObjects(body['tools']).flatMap(readTool),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stop.length === 0 ? {} : { stop }),
    // A body that is not streamed always reports usage.
    includeUsage: !stream || (isObject(streamOptions) && streamOptions['include_usage'] === true),
    choices: readCount(body['n']) ?? 1,
  };
}

function readSystem({ role, content }: JsonObject): readonly string[] {
  const text = role === 'system' || role === 'developer' ? readContentText(content, '\n') : undefined;
  return text === undefined ? [] : [text];
}

function readTurns(messages: readonly JsonObject[]): readonly Turn[] {
  const names = new Map<string, string>();
  return messages.flatMap((message): readonly Turn[] => {
    const content = message['content'];
    switch (message['role']) {
      case 'user': {
        const text = readContentText(content, '\n');
        return text === undefined ? [] : [{ role: 'user', text }];
      }
      case 'assistant': {
        const tools = readObjects(message['tool_calls']).flatMap(readCall);
        for (const { id, name } of tools) {
          names.set(id, name);
        }
        return [{ role: 'assistant', text: readContentText(content, '') ?? '', tools }];
      }
      case 'tool': {
        const id = readText(message['tool_call_id']) ?? '';
        const name = names.get(id);
        return [
          { role: 'tool', id, ...(name === undefined ? {} : { name }), result: readContentText(content, '\n') ?? '' },
        ];
      }
      default:
        return [];
    }
  });
}

function readCall(
  call: JsonObject,
): readonly { readonly id: string; readonly name: string; readonly arguments: string }[] {
  const target = call['function'];
  if (!isObject(target)) {
    return [];
  }
  return [
    {
      id: readText(call['id']) ?? '',
      name: readText(target['name']) ?? '',
      arguments: readArguments(target['arguments']),
    },
  ];
}

function readTool(tool: JsonObject): readonly ToolDefinition[] {
  const target = tool['function'];
  const name = isObject(target) ? readText(target['name']) : undefined;
  if (!isObject(target) || name === undefined) {
    return [];
  }
  const description = readText(target['description']);
  const parameters = target['parameters'];
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      // OpenAI: leaving the parameters out defines a function with none.
      parameters: isObject(parameters) ? parameters : { type: 'object', properties: {} },
    },
  ];
}

function readToolChoice(choice: JsonValue | undefined): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') {
    return { mode: choice };
  }
  const target = isObject(choice) && choice['type'] === 'function' ? choice['function'] : undefined;
  const name = isObject(target) ? readText(target['name']) : undefined;
  return name === undefined ? undefined : { mode: 'tool', name };
}
