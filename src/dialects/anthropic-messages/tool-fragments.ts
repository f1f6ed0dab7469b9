import { isObject, type JsonValue } from '../../core/json.ts';
import type { ToolFragment } from '../tool-fragment.ts';

/** What block events say of calls that the client has to run. The start may also hold arguments, as an object. */
export function messagesToolFragments(payloads: readonly JsonValue[]): readonly ToolFragment[] {
  // Calls that the provider runs itself have deltas of the same type.
  const calls = new Set<number>();
  return payloads.flatMap((payload): readonly ToolFragment[] => {
    if (!isObject(payload) || typeof payload['index'] !== 'number') {
      return [];
    }
    const { index, content_block: block, delta } = payload;
    if (isObject(block) && block['type'] === 'tool_use') {
      calls.add(index);
      const { id, name, input } = block;
      const given = isObject(input) && Object.keys(input).length > 0;
      return [{ choice: 0, index, id, name, ...(given && { arguments: JSON.stringify(input) }) }];
    }
    return calls.has(index) && isObject(delta) && delta['type'] === 'input_json_delta'
      ? [{ choice: 0, index, arguments: delta['partial_json'] }]
      : [];
  });
}
