import { isArray, isObject, type JsonObject, type JsonRecord, type JsonValue } from '../core/json.ts';
import type { RequestMutation } from '../core/mutation.ts';

/** What closes an object or describes a value is lost; names, types and required members stay. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-schema-loosened',
  title: 'The schemas of the declared tools no longer close their objects.',
  source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
  apply: (request) => ({
    ...request,
    tools: request.tools.map((tool) => ({ ...tool, parameters: opened(tool.parameters) })),
  }),
};

function opened(schema: JsonObject): JsonObject {
  const copy: JsonRecord = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword !== 'additionalProperties' && value !== undefined) {
      copy[keyword] = openedValue(value);
    }
  }
  return copy;
}

function openedValue(value: JsonValue): JsonValue {
  return isArray(value) ? value.map(openedValue) : isObject(value) ? opened(value) : value;
}
