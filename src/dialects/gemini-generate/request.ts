import { isObject, type JsonObject, type JsonRecord, parseJsonToRewrite } from '../../core/json.ts';
import type { Mode } from '../../core/route.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import type { DialectRequest, PathMatch } from '../dialect.ts';
import { readGeminiRequest } from './request-read.ts';
import { fitsParameters } from './schema-words.ts';

const methods: Readonly<Record<Mode, string>> = {
  body: ':generateContent',
  stream: ':streamGenerateContent?alt=sse',
};

export const geminiRequest: DialectRequest = {
  path: (model, mode) => `/v1beta/models/${escapeModel(model)}${methods[mode]}`,
  match: matchGeminiPath,
  headers: (apiKey) => ({ 'content-type': 'application/json', 'x-goog-api-key': apiKey }),
  build: buildGeminiRequest,
  read: (body, path) => readGeminiRequest(body, matchGeminiPath(path)),
};

/** A model may have slashes and colons in its name, which stay; what would end the path does not. */
function escapeModel(model: string): string {
  return encodeURI(model.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/**
 * Any prefix and version (Vertex puts project and publisher there); the model is what stands behind the first `models/`.
 * A stream is a JSON array unless the query says `alt=sse` (`$alt` is its other name).
 */
function matchGeminiPath(path: string): (PathMatch & { readonly model: string; readonly mode: Mode }) | undefined {
  const [pathname = ''] = path.split(/[?#]/, 1);
  const match = /(?:^|\/)(?:models|tunedModels|endpoints)\/(.*):(generateContent|streamGenerateContent)\/?$/s.exec(
    pathname,
  );
  if (match === null) {
    return undefined;
  }
  const [, model = '', method] = match;
  if (method === 'generateContent') {
    return { model: unescapeModel(model), mode: 'body' };
  }
  const query = new URLSearchParams(path.slice(pathname.length).split('#', 1)[0]);
  const sse = (query.get('alt') ?? query.get('$alt')) === 'sse';
  return { model: unescapeModel(model), mode: 'stream', framing: sse ? 'sse' : 'json-array' };
}

/** A malformed escape comes off the wire and must not throw. */
function unescapeModel(model: string): string {
  try {
    return decodeURIComponent(model);
  } catch {
    return model;
  }
}

/** The body as an official client sends it; model and mode stand in the path. */
function buildGeminiRequest(request: NeutralRequest): JsonObject {
  const body: JsonRecord = { contents: buildContents(request.turns) };
  if (request.system !== undefined) {
    body['systemInstruction'] = { parts: [{ text: request.system }] };
  }
  if (request.tools.length > 0) {
    body['tools'] = [{ functionDeclarations: request.tools.map(buildTool) }];
  }
  if (request.toolChoice !== undefined) {
    body['toolConfig'] = { functionCallingConfig: buildToolChoice(request.toolChoice) };
  }
  const config: JsonRecord = {};
  if (request.maxTokens !== undefined) {
    config['maxOutputTokens'] = request.maxTokens;
  }
  if (request.stop !== undefined) {
    config['stopSequences'] = request.stop;
  }
  if (request.choices > 1) {
    config['candidateCount'] = request.choices;
  }
  if (Object.keys(config).length > 0) {
    body['generationConfig'] = config;
  }
  return body;
}

/** Results of one round of calls belong into one content: the API wants as many results as there were calls. */
function buildContents(turns: readonly Turn[]): readonly JsonObject[] {
  const contents: JsonObject[] = [];
  const names = new Map<string, string>();
  let results: JsonObject[] | undefined;
  for (const turn of turns) {
    if (turn.role === 'tool') {
      if (results === undefined) {
        results = [];
        contents.push({ role: 'user', parts: results });
      }
      results.push(buildResult(turn, names));
      continue;
    }
    results = undefined;
    if (turn.role === 'user') {
      contents.push({ role: 'user', parts: [{ text: turn.text }] });
      continue;
    }
    for (const { id, name } of turn.tools) {
      names.set(id, name);
    }
    contents.push({ role: 'model', parts: modelParts(turn) });
  }
  return contents;
}

function modelParts({ text, tools }: Extract<Turn, { readonly role: 'assistant' }>): readonly JsonObject[] {
  return [
    ...(text === '' && tools.length > 0 ? [] : [{ text }]),
    ...tools.map(({ id, name, arguments: args }) => ({
      functionCall: { ...(id === '' ? {} : { id }), name, args: callArguments(args) },
    })),
  ];
}

/** `args` is an object; arguments that are none travel as their raw text, for the API to reject rather than us to mend. */
function callArguments(text: string): JsonObject | string {
  if (text === '') {
    return {};
  }
  const parsed = parseJsonToRewrite(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : text;
}

/** The name is required here; without one, the id is the next best thing to match by. */
function buildResult(turn: Extract<Turn, { readonly role: 'tool' }>, names: ReadonlyMap<string, string>): JsonObject {
  const name = turn.name ?? names.get(turn.id) ?? turn.id;
  return {
    functionResponse: { ...(turn.id === '' ? {} : { id: turn.id }), name, response: { output: turn.result } },
  };
}

function buildTool({ name, description, parameters }: ToolDefinition): JsonObject {
  const key = fitsParameters(parameters) ? 'parameters' : 'parametersJsonSchema';
  return { name, ...(description === undefined ? {} : { description }), [key]: parameters };
}

function buildToolChoice(choice: ToolChoice): JsonObject {
  switch (choice.mode) {
    case 'auto':
      return { mode: 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY' };
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  }
}
