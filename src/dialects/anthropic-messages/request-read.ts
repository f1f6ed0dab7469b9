import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import { readArguments, readContentText, readCount, readObjects, readText, readTexts } from '../lenient-read.ts';

/** Reads a Messages request; what it does not understand is left out. */
export function readMessagesRequest(body: JsonObject): NeutralRequest {
  const system = readContentText(body['system'], '\n');
  const toolChoice = readToolChoice(body['tool_choice']);
  const maxTokens = readCount(body['max_tokens']);
  const stop = readTexts(body['stop_sequences']);
  return {
    model: readText(body['model']) ?? '',
    stream: body['stream'] === true,
    ...(system === undefined ? {} : { system }),
    turns: readTurns(body['messages']),
    tools: readObjects(body['tools']).flatMap(readTool),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stop.length === 0 ? {} : { stop }),
    includeUsage: true,
    choices: 1,
  };
}

function readTurns(messages: JsonValue | undefined): readonly Turn[] {
  const names = new Map<string, string>();
  return readObjects(messages).flatMap(({ role, content }): readonly Turn[] => {
    switch (role) {
      case 'user':
        return readUserTurns(content, names);
      case 'assistant': {
        const tools = readObjects(content)
          .filter((block) => block['type'] === 'tool_use')
          .map((block) => ({
            id: readText(block['id']) ?? '',
            name: readText(block['name']) ?? '',
            arguments: readArguments(block['input']),
          }));
        for (const { id, name } of tools) {
          names.set(id, name);
        }
        // Text blocks of an assistant are pieces of one text: citations and tool calls split it in mid-sentence.
        return [{ role, text: readContentText(content, '') ?? '', tools }];
      }
      default:
        return [];
    }
  });
}

/** A user message may mix tool results and text; each run of text blocks is one turn, its blocks on lines of their own. */
function readUserTurns(content: JsonValue | undefined, names: ReadonlyMap<string, string>): readonly Turn[] {
  if (!isArray(content)) {
    const text = readText(content);
    return text === undefined ? [] : [{ role: 'user', text }];
  }
  const turns: Turn[] = [];
  let lines: string[] = [];
  const endText = (): void => {
    if (lines.length > 0) {
      turns.push({ role: 'user', text: lines.join('\n') });
      lines = [];
    }
  };
  for (const block of content.filter(isObject)) {
    if (block['type'] === 'text') {
      lines.push(readText(block['text']) ?? '');
    } else if (block['type'] === 'tool_result') {
      endText();
      const id = readText(block['tool_use_id']) ?? '';
      const name = names.get(id);
      const result = readContentText(block['content'], '\n') ?? '';
      turns.push({ role: 'tool', id, ...(name === undefined ? {} : { name }), result });
    }
  }
  endText();
  return turns;
}

/** Tools that the provider runs carry a versioned type and no schema; they are not ours to call. */
function readTool(tool: JsonObject): readonly ToolDefinition[] {
  const name = readText(tool['name']);
  const parameters = tool['input_schema'];
  if (name === undefined || !isObject(parameters)) {
    return [];
  }
  const description = readText(tool['description']);
  return [{ name, ...(description === undefined ? {} : { description }), parameters }];
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
