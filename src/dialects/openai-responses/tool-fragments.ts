import { isObject, type JsonValue } from '../../core/json.ts';
import type { ToolFragment } from '../tool-fragment.ts';

/** What events say of function and custom tool calls. */
export function responsesToolFragments(payloads: readonly JsonValue[]): readonly ToolFragment[] {
  return payloads.flatMap(fragmentsOf);
}

function fragmentsOf(payload: JsonValue): readonly ToolFragment[] {
  if (!isObject(payload) || typeof payload['output_index'] !== 'number') {
    return [];
  }
  const { type, item, output_index: index } = payload;
  switch (type) {
    case 'response.output_item.added':
      return isObject(item) && (item['type'] === 'function_call' || item['type'] === 'custom_tool_call')
        ? [{ choice: 0, index, id: item['call_id'], name: item['name'], arguments: item['arguments'] ?? item['input'] }]
        : [];
    case 'response.function_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
      return [{ choice: 0, index, arguments: payload['delta'] }];
    case 'response.function_call_arguments.done':
    case 'response.custom_tool_call_input.done':
      return [{ choice: 0, index, whole: payload['arguments'] ?? payload['input'] }];
    default:
      return [];
  }
}
