import type { JsonObject } from '../core/json.ts';

const listPath = /\/models(?:\/([^/:?]+))?\/?(?:\?.*)?$/;

/**
 * The answer to `GET …/models` or `GET …/models/<id>`, which relays ask when they start or check their health.
 * Undefined for any other path.
 *
 * `GET /v1/models` is the same path at OpenAI and Anthropic. So one object has the fields of every dialect, and no
 * relay's validation fails on it.
 */
export function modelList(path: string, models: readonly string[]): JsonObject | undefined {
  const match = listPath.exec(path);
  if (match === null) {
    return undefined;
  }
  const [, id] = match;
  if (id !== undefined) {
    return describeModel(decode(id));
  }
  const data = models.map(describeModel);
  return {
    object: 'list',
    data,
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
    models: data,
  };
}

function describeModel(id: string): JsonObject {
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: 'relaycert',
    type: 'model',
    display_name: id,
    created_at: '1970-01-01T00:00:00Z',
    name: `models/${id}`,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent'],
  };
}

/** A malformed escape can come from the wire, so it must not throw. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
