import { isObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { NeutralRequest, ToolChoice, ToolDefinition, Turn } from '../core/scenario.ts';
import { readText } from './lenient-read.ts';
import { nameResults } from './turns.ts';

/** What a reader found in a request. Undefined and empty mean that it was not asked for. */
export interface FoundRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly system: string | undefined;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolChoice | undefined;
  readonly maxTokens: number | undefined;
  readonly stop?: readonly string[];
  /** Absent: usage is always reported. */
  readonly includeUsage?: boolean;
  /** Absent: one. */
  readonly choices?: number | undefined;
}

export function neutralRequest(found: FoundRequest): NeutralRequest {
  const {
    model = '',
    stream,
    system,
    turns,
    tools,
    toolChoice,
    maxTokens,
    stop = [],
    includeUsage = true,
    choices = 1,
  } = found;
  return {
    model,
    stream,
    ...(system === undefined ? {} : { system }),
    turns: nameResults(turns),
    tools,
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stop.length === 0 ? {} : { stop }),
    includeUsage,
    choices,
  };
}

/** A tool from its name and description; empty without a name. A function without parameters takes no arguments. */
export function toolDefinition(tool: JsonObject, parameters: JsonValue | undefined): readonly ToolDefinition[] {
  const name = readText(tool['name']);
  const description = readText(tool['description']);
  return name === undefined
    ? []
    : [
        {
          name,
          ...(description === undefined ? {} : { description }),
          parameters: isObject(parameters) ? parameters : { type: 'object', properties: {} },
        },
      ];
}

/**
 * A request body from its members. What was not asked for is absent, so that a patch of the body finds nothing there.
 */
export function requestBody(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
