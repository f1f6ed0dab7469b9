import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Mode } from '../../core/route.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import { CallIds } from '../call-ids.ts';
import { readArguments, readCount, readObjects, readText, readTexts } from '../lenient-read.ts';
import { neutralRequest, toolDefinition } from '../neutral-request.ts';
import { type ToolTurn, type UserPiece, userTurns } from '../turns.ts';
import { toJsonSchema } from './schema-words.ts';

/** Reads a Gemini request. It leaves out what it does not understand. Proto JSON has two spellings for each name. */
export function readGeminiRequest(
  body: JsonObject,
  path: { readonly model: string; readonly mode: Mode } | undefined,
): NeutralRequest {
  const config = member(body, 'generationConfig', 'generation_config');
  const settings = isObject(config) ? config : {};
  return neutralRequest({
    model: path?.model ?? readText(body['model'])?.replace(/^models\//, ''),
    stream: path?.mode === 'stream',
    system: readSystem(member(body, 'systemInstruction', 'system_instruction')),
    turns: readTurns(body['contents']),
    tools: readObjectsOrOne(body['tools']).flatMap((tool) =>
      readObjects(member(tool, 'functionDeclarations', 'function_declarations')).flatMap(readTool),
    ),
    toolChoice: readToolChoice(member(body, 'toolConfig', 'tool_config')),
    maxTokens: readCount(member(settings, 'maxOutputTokens', 'max_output_tokens')),
    stop: readTexts(member(settings, 'stopSequences', 'stop_sequences')),
    choices: readCount(member(settings, 'candidateCount', 'candidate_count')),
  });
}

function member(object: JsonObject, camel: string, snake: string): JsonValue | undefined {
  return object[camel] ?? object[snake];
}

function readObjectsOrOne(value: JsonValue | undefined): readonly JsonObject[] {
  return isObject(value) ? [value] : readObjects(value);
}

function readSystem(value: JsonValue | undefined): string | undefined {
  if (!isObject(value)) {
    return readText(value);
  }
  const texts = readObjectsOrOne(value['parts']).flatMap((part) => readText(part['text']) ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}

function readTurns(contents: JsonValue | undefined): readonly Turn[] {
  if (typeof contents === 'string') {
    return [{ role: 'user', text: contents }];
  }
  const ids = new CallIds();
  return readObjectsOrOne(contents).flatMap((content): readonly Turn[] => {
    const parts = readObjectsOrOne(content['parts']);
    return content['role'] === 'model' ? readModelTurn(parts, ids) : readUserTurns(parts, ids);
  });
}

function readModelTurn(parts: readonly JsonObject[], ids: CallIds): readonly Turn[] {
  const text = parts.map((part) => (part['thought'] === true ? '' : (readText(part['text']) ?? ''))).join('');
  const tools = parts.flatMap((part) => {
    const call = member(part, 'functionCall', 'function_call');
    if (!isObject(call)) {
      return [];
    }
    const name = readText(call['name']) ?? '';
    return [{ id: ids.ofCall(readText(call['id']), name), name, arguments: readArguments(call['args']) }];
  });
  return [{ role: 'assistant', text, tools }];
}

function readUserTurns(parts: readonly JsonObject[], ids: CallIds): readonly Turn[] {
  return userTurns(
    parts.flatMap((part): readonly UserPiece[] => {
      const response = member(part, 'functionResponse', 'function_response');
      const text = readText(part['text']);
      return isObject(response) ? [readResult(response, ids)] : text === undefined ? [] : [text];
    }),
  );
}

function readResult(response: JsonObject, ids: CallIds): ToolTurn {
  const name = readText(response['name']);
  const id = ids.ofResult(readText(response['id']), name ?? '');
  return { role: 'tool', id, ...(name === undefined ? {} : { name }), result: readOutput(response['response']) };
}

/** Where clients and relays put a result that is plain text, because the response itself must be an object. */
const resultNames = ['output', 'result', 'content'];

/**
 * The result is the value of `output`, or else the whole response (@google/genai genai.d.ts, FunctionResponse). Text
 * that is alone under another customary name also counts as the result.
 */
function readOutput(response: JsonValue | undefined): string {
  if (!isObject(response)) {
    return readArguments(response);
  }
  const members = Object.entries(response);
  const [name = '', value] = members[0] ?? [];
  if (members.length === 1 && typeof value === 'string' && resultNames.includes(name)) {
    return value;
  }
  return readArguments(response['output'] ?? response);
}

function readTool(tool: JsonObject): readonly ToolDefinition[] {
  const { parameters } = tool;
  const schema = member(tool, 'parametersJsonSchema', 'parameters_json_schema');
  return toolDefinition(tool, isObject(parameters) ? toJsonSchema(parameters) : schema);
}

function readToolChoice(value: JsonValue | undefined): ToolChoice | undefined {
  const config = isObject(value) ? member(value, 'functionCallingConfig', 'function_calling_config') : undefined;
  if (!isObject(config)) {
    return undefined;
  }
  const allowed = member(config, 'allowedFunctionNames', 'allowed_function_names');
  const names = allowed !== undefined && isArray(allowed) ? allowed.filter((name) => typeof name === 'string') : [];
  switch (config['mode']) {
    case 'AUTO':
    case 'VALIDATED':
      return { mode: 'auto' };
    case 'NONE':
      return { mode: 'none' };
    case 'ANY': {
      const [only] = names;
      return only !== undefined && names.length === 1 ? { mode: 'tool', name: only } : { mode: 'required' };
    }
    default:
      return undefined;
  }
}
