import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import { readArguments, readContentText, readCount, readObjects, readText, readTexts } from '../lenient-read.ts';
import { neutralRequest, toolDefinition } from '../neutral-request.ts';

/** Reads a Chat request. It leaves out what it does not understand. */
export function readChatRequest(body: JsonObject): NeutralRequest {
  const messages = readObjects(body['messages']);
  const system = messages.flatMap(readSystem);
  const stream = body['stream'] === true;
  const options = body['stream_options'];
  return neutralRequest({
    model: readText(body['model']),
    stream,
    system: system.length === 0 ? undefined : system.join('\n\n'),
    turns: messages.flatMap(readTurn),
    tools: readObjects(body['tools']).flatMap(readTool),
    toolChoice: readToolChoice(body['tool_choice']),
    maxTokens: readCount(body['max_completion_tokens']) ?? readCount(body['max_tokens']),
    stop: readTexts(body['stop']),
    // A body that is not streamed always reports usage.
    includeUsage: !stream || (isObject(options) && options['include_usage'] === true),
    choices: readCount(body['n']),
  });
}

function readSystem({ role, content }: JsonObject): readonly string[] {
  const text = role === 'system' || role === 'developer' ? readContentText(content, '\n') : undefined;
  return text === undefined ? [] : [text];
}

function readTurn(message: JsonObject): readonly Turn[] {
  const { role, content } = message;
  switch (role) {
    case 'user': {
      const text = readContentText(content, '\n');
      return text === undefined ? [] : [{ role, text }];
    }
    case 'assistant': {
      const tools = readObjects(message['tool_calls']).flatMap(({ id, function: target }) =>
        isObject(target)
          ? [
              {
                id: readText(id) ?? '',
                name: readText(target['name']) ?? '',
                arguments: readArguments(target['arguments']),
              },
            ]
          : [],
      );
      return [{ role, text: readContentText(content, '') ?? '', tools }];
    }
    case 'tool':
      return [{ role, id: readText(message['tool_call_id']) ?? '', result: readContentText(content, '\n') ?? '' }];
    default:
      return [];
  }
}

function readTool({ function: target }: JsonObject): readonly ToolDefinition[] {
  return isObject(target) ? toolDefinition(target, target['parameters']) : [];
}

function readToolChoice(choice: JsonValue | undefined): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') {
    return { mode: choice };
  }
  const target = isObject(choice) && choice['type'] === 'function' ? choice['function'] : undefined;
  const name = isObject(target) ? readText(target['name']) : undefined;
  return name === undefined ? undefined : { mode: 'tool', name };
}
