import type { JsonObject } from '../../core/json.ts';

/** What the provider reports while it runs a tool of its own (openai responses.d.ts, Response…Event). */
const phases: ReadonlyMap<string, readonly string[]> = new Map([
  ['web_search_call', ['in_progress', 'searching', 'completed']],
  ['image_generation_call', ['in_progress', 'generating', 'completed']],
]);

/** Types of the events between the beginning and the end of a whole item; empty for a run that did not succeed. */
export function progressEvents({ type, status }: JsonObject): readonly string[] {
  const known = typeof type === 'string' && status === 'completed' ? phases.get(type) : undefined;
  return (known ?? []).map((phase) => `response.${String(type)}.${phase}`);
}

/** A whole item in its form when it is added: without what its run will bring, if we know its run. */
export function startedItem(item: JsonObject): JsonObject {
  return progressEvents(item).length === 0 ? item : { type: item['type'], status: 'in_progress' };
}
