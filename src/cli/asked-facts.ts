import type { DialectId } from '../core/dialect-ids.generated.ts';
import { isArray, isObject, type JsonObject } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { DeclaredTools, NeutralRequest, RequestFacts } from '../core/scenario.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { modalityFacts, requestFacts } from '../recording/request-facts.ts';

/** All that a request says of its answer, with the tools that it declares. */
export function factsOfRequest(dialect: DialectId, body: JsonObject, mode: Mode): RequestFacts {
  const { request } = dialects[dialect];
  const neutral = request.read(body, request.path('', mode));
  return { ...requestFacts(neutral), ...modalityFacts(body), declared: declaredTools(body, neutral) };
}

/** What may bring tools that the request does not spell out: those of the provider, of a stored prompt, of older clients. */
const otherSources = ['functions', 'prompt', 'previous_response_id', 'conversation', 'mcp_servers', 'cachedContent'];

function declaredTools(body: JsonObject, { tools }: NeutralRequest): DeclaredTools {
  const listed = listOf(body['tools']).flatMap((tool) =>
    isObject(tool) && isArray(tool['functionDeclarations'] ?? null) ? listOf(tool['functionDeclarations']) : [tool],
  );
  return {
    schemas: Object.fromEntries(tools.map(({ name, parameters }) => [name, parameters])),
    all: listed.length === tools.length && otherSources.every((key) => body[key] === undefined),
  };
}

function listOf(value: JsonObject[string]): readonly unknown[] {
  return value !== undefined && isArray(value) ? value : [];
}
