import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import { readArguments, readContentText, readCount, readObjects, readText, readTexts } from '../lenient-read.ts';
import { neutralRequest, toolDefinition } from '../neutral-request.ts';
import { type UserPiece, userTurns } from '../turns.ts';

/** Reads a Messages request. It leaves out what it does not understand. */
export function readMessagesRequest(body: JsonObject): NeutralRequest {
  return neutralRequest({
    model: readText(body['model']),
    stream: body['stream'] === true,
    system: readContentText(body['system'], '\n'),
    turns: readObjects(body['messages']).flatMap(readTurns),
    tools: readObjects(body['tools']).flatMap(readTool),
    toolChoice: readToolChoice(body['tool_choice']),
    maxTokens: readCount(body['max_tokens']),
    stop: readTexts(body['stop_sequences']),
  });
}

function readTurns({ role, content }: JsonObject): readonly Turn[] {
  switch (role) {
    case 'user':
      return readUserTurns(content);
    case 'assistant': {
      const tools = readObjects(content)
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input }) => ({
          id: readText(id) ?? '',
          name: readText(name) ?? '',
          arguments: readArguments(input),
        }));
      // Text blocks of an assistant are pieces of one text, because citations and tool calls split it in mid-sentence.
      return [{ role, text: readContentText(content, '') ?? '', tools }];
    }
    default:
      return [];
  }
}

function readUserTurns(content: JsonValue | undefined): readonly Turn[] {
  if (!isArray(content)) {
    const text = readText(content);
    return text === undefined ? [] : [{ role: 'user', text }];
  }
  return userTurns(readObjects(content).flatMap(readUserPiece));
}

function readUserPiece(block: JsonObject): readonly UserPiece[] {
  switch (block['type']) {
    case 'text':
      return [readText(block['text']) ?? ''];
    case 'tool_result': {
      const result = readContentText(block['content'], '\n') ?? '';
      return [{ role: 'tool', id: readText(block['tool_use_id']) ?? '', result }];
    }
    default:
      return [];
  }
}

/** Tools that the provider runs have a versioned type and no schema. The client does not run them. */
function readTool(tool: JsonObject): readonly ToolDefinition[] {
  const { input_schema: schema } = tool;
  return isObject(schema) ? toolDefinition(tool, schema) : [];
}

function readToolChoice(choice: JsonValue | undefined): ToolChoice | undefined {
  if (!isObject(choice)) {
    return undefined;
  }
  const name = readText(choice['name']);
  switch (choice['type']) {
    case 'auto':
      return { mode: 'auto' };
    case 'none':
      return { mode: 'none' };
    case 'any':
      return { mode: 'required' };
    case 'tool':
      return name === undefined ? undefined : { mode: 'tool', name };
    default:
      return undefined;
  }
}
