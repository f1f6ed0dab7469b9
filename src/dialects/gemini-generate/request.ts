import type { JsonObject } from '../../core/json.ts';
import type { Mode } from '../../core/route.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../../core/scenario.ts';
import type { DialectRequest, PathMatch } from '../dialect.ts';
import { requestBody } from '../neutral-request.ts';
import { argumentsToSend } from '../object-arguments.ts';
import { groupResults, nameResults, type Round, type ToolTurn } from '../turns.ts';
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

/** The name of a model may have slashes and colons, which stay. What would end the path is escaped. */
function escapeModel(model: string): string {
  return encodeURI(model.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/**
 * Any prefix and version may come first (Vertex puts project and publisher there). The model comes after the first
 * `models/`. A stream is a JSON array unless the query says `alt=sse` (`$alt` is its other name).
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

/** The body as an official client sends it. The path holds model and mode. */
function buildGeminiRequest(request: NeutralRequest): JsonObject {
  const { system, turns, tools, toolChoice } = request;
  const config: JsonObject = {
    maxOutputTokens: request.maxTokens,
    stopSequences: request.stop,
    candidateCount: request.choices > 1 ? request.choices : undefined,
  };
  return requestBody({
    contents: groupResults(nameResults(turns)).map(buildContent),
    systemInstruction: system === undefined ? undefined : { parts: [{ text: system }] },
    tools: tools.length === 0 ? undefined : [{ functionDeclarations: tools.map(buildTool) }],
    toolConfig: toolChoice && { functionCallingConfig: buildToolChoice(toolChoice) },
    generationConfig: Object.values(config).every((value) => value === undefined) ? undefined : config,
  });
}

function buildContent(round: Round): JsonObject {
  switch (round.role) {
    case 'user':
      return { role: 'user', parts: [{ text: round.text }] };
    case 'assistant':
      return { role: 'model', parts: modelParts(round) };
    case 'results':
      return { role: 'user', parts: round.results.map(buildResult) };
  }
}

function modelParts({ text, tools }: Extract<Turn, { readonly role: 'assistant' }>): readonly JsonObject[] {
  return [
    ...(text === '' && tools.length > 0 ? [] : [{ text }]),
    ...tools.map(({ id, name, arguments: args }) => ({
      functionCall: { id: id || undefined, name, args: argumentsToSend(args) },
    })),
  ];
}

/** The name is required here. If there is none, the id is the next best thing to match by. */
function buildResult({ id, name = id, result }: ToolTurn): JsonObject {
  return { functionResponse: { id: id || undefined, name, response: { output: result } } };
}

function buildTool({ name, description, parameters }: ToolDefinition): JsonObject {
  const key = fitsParameters(parameters) ? 'parameters' : 'parametersJsonSchema';
  return { name, description, [key]: parameters };
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
