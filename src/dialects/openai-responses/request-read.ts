import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import { readArguments, readContentText, readCount, readObjects, readText } from '../lenient-read.ts';
import { neutralRequest, toolDefinition } from '../neutral-request.ts';

/** Reads a Responses request. It leaves out what it does not understand. */
export function readResponsesRequest(body: JsonObject): NeutralRequest {
  const items = readItems(body['input']);
  const instructions = readText(body['instructions']);
  const system = [...(instructions === undefined ? [] : [instructions]), ...items.flatMap(readSystem)];
  return neutralRequest({
    model: readText(body['model']),
    stream: body['stream'] === true,
    system: system.length === 0 ? undefined : system.join('\n\n'),
    turns: readTurns(items),
    tools: readObjects(body['tools']).flatMap(readTool),
    toolChoice: readToolChoice(body['tool_choice']),
    maxTokens: readCount(body['max_output_tokens']),
  });
}

/** A string is a user's message. */
function readItems(input: JsonValue | undefined): readonly JsonObject[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : readObjects(input);
}

function readSystem(item: JsonObject): readonly string[] {
  const { role } = item;
  const text =
    isMessage(item) && (role === 'system' || role === 'developer') ? readContent(item['content'], '\n') : undefined;
  return text === undefined ? [] : [text];
}

/** Messages may leave out their type. */
function isMessage({ type, role }: JsonObject): boolean {
  return type === 'message' || (type === undefined && role !== undefined);
}

type AssistantTurn = Extract<Turn, { readonly role: 'assistant' }>;

function readTurns(items: readonly JsonObject[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    if (isMessage(item)) {
      addMessage(turns, item);
    } else if (item['type'] === 'function_call') {
      const open = openTurn(turns);
      const tools = [...(open?.tools ?? []), readCall(item)];
      setTurn(turns, open, { role: 'assistant', text: open?.text ?? '', tools });
    } else if (item['type'] === 'function_call_output') {
      turns.push({
        role: 'tool',
        id: readText(item['call_id']) ?? '',
        result: readContent(item['output'], '\n') ?? '',
      });
    }
  }
  return turns;
}

/**
 * A turn of the assistant is several items: its words and its calls. Words after calls belong to the same turn, because
 * the results of the calls are still to come. Words after words are another turn.
 */
function addMessage(turns: Turn[], item: JsonObject): void {
  if (item['role'] === 'user') {
    const text = readContent(item['content'], '\n');
    if (text !== undefined) {
      turns.push({ role: 'user', text });
    }
  } else if (item['role'] === 'assistant') {
    const text = readContent(item['content'], '') ?? '';
    const open = openTurn(turns);
    const same = open !== undefined && open.tools.length > 0 ? open : undefined;
    setTurn(turns, same, { role: 'assistant', text: `${same?.text ?? ''}${text}`, tools: same?.tools ?? [] });
  }
}

/** The assistant's turn that the next item may belong to. */
function openTurn(turns: readonly Turn[]): AssistantTurn | undefined {
  const last = turns.at(-1);
  return last?.role === 'assistant' ? last : undefined;
}

/** Replaces the open turn, or adds the turn at the end if none is open. */
function setTurn(turns: Turn[], open: AssistantTurn | undefined, turn: AssistantTurn): void {
  if (open !== undefined) {
    turns.pop();
  }
  turns.push(turn);
}

function readCall(item: JsonObject): AssistantTurn['tools'][number] {
  return {
    id: readText(item['call_id']) ?? '',
    name: readText(item['name']) ?? '',
    arguments: readArguments(item['arguments']),
  };
}

function readContent(value: JsonValue | undefined, separator: string): string | undefined {
  return readContentText(value, separator, ['input_text', 'output_text', 'text']);
}

/** Tools that OpenAI runs itself have another type. The client does not run them. */
function readTool(tool: JsonObject): readonly ToolDefinition[] {
  return tool['type'] === 'function' ? toolDefinition(tool, tool['parameters']) : [];
}

function readToolChoice(choice: JsonValue | undefined): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') {
    return { mode: choice };
  }
  const name = isObject(choice) && choice['type'] === 'function' ? readText(choice['name']) : undefined;
  return name === undefined ? undefined : { mode: 'tool', name };
}
