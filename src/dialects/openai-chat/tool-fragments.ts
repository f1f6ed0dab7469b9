import { isArray, isObject, type JsonValue } from '../../core/json.ts';
import type { ToolFragment } from '../tool-fragment.ts';

/** The `tool_calls` of chunks. For a call without an index, its place in the list is the index. */
export function chatToolFragments(payloads: readonly JsonValue[]): readonly ToolFragment[] {
  return payloads.flatMap(fragmentsOf);
}

function fragmentsOf(payload: JsonValue): readonly ToolFragment[] {
  return itemsOf(payload, 'choices').flatMap((choice, position) => {
    const delta = isObject(choice) ? choice['delta'] : undefined;
    const index = indexOf(choice, position);
    return itemsOf(delta, 'tool_calls').map((call, place) => toFragment(call, index, place));
  });
}

function toFragment(call: JsonValue, choice: number, position: number): ToolFragment {
  const { id, function: named, custom } = isObject(call) ? call : {};
  const index = indexOf(call, position);
  if (isObject(custom)) {
    return { choice, index, id, name: custom['name'], arguments: custom['input'] };
  }
  const { name, arguments: text } = isObject(named) ? named : {};
  return { choice, index, id, name, arguments: text };
}

function indexOf(value: JsonValue, position: number): number {
  const index = isObject(value) ? value['index'] : undefined;
  return typeof index === 'number' ? index : position;
}

function itemsOf(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  const items = isObject(value) ? value[key] : undefined;
  return isArray(items) ? items : [];
}
