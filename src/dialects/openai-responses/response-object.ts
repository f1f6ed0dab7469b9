import type { JsonObject, JsonValue } from '../../core/json.ts';

/** What is known of a response at one moment of its life. */
export interface ResponseState {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly JsonObject[];
  readonly usage: JsonObject | null;
  /** Why it is incomplete. */
  readonly reason?: string;
  readonly error?: JsonObject;
}

/**
 * A response object: the snapshot of a lifecycle event, and the body of an answer without a stream. Members that repeat
 * the request have the values of a request that sets nothing.
 */
export function responseObject(state: ResponseState): JsonObject {
  const details: JsonValue = state.reason === undefined ? null : { reason: state.reason };
  return {
    id: state.id,
    object: 'response',
    created_at: state.created,
    status: state.status,
    error: state.error ?? null,
    incomplete_details: details,
    instructions: null,
    model: state.model,
    output: state.output,
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    usage: state.usage,
    metadata: {},
  };
}
