import type { Coordinates, DomainEventBody, FinishKind } from '../../../../src/core/domain-event.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts';
import type { UsageField, UsageNumbers } from '../../../../src/core/usage.ts';
import { field, objects, word } from './payload-members.ts';

/** The finish reasons of the streams that are read here. */
const finishKinds: ReadonlyMap<string, FinishKind> = new Map([
  ['end_turn', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['refusal', 'refusal'],
  ['stop', 'stop'],
  ['tool_calls', 'tool_calls'],
  ['length', 'length'],
]);

/** A plain reading of well-formed provider streams, apart from the contracts: just enough to feed the encoders. */
export function messagesEvents(original: readonly JsonObject[]): readonly DomainEventBody[] {
  const kinds = new Map<number, string>();
  return original.flatMap((payload): readonly DomainEventBody[] => {
    const index = Number(payload['index'] ?? 0);
    const at = { choice: 0, part: index };
    switch (payload['type']) {
      case 'message_start': {
        const message = field(payload, 'message');
        return [
          { kind: 'response.started', id: word(message['id']), model: word(message['model']) },
          { kind: 'usage.reported', usage: messagesUsage(field(message, 'usage')) },
        ];
      }
      case 'content_block_start':
        kinds.set(index, word(field(payload, 'content_block')['type']));
        return blockStart(at, field(payload, 'content_block'));
      case 'content_block_delta':
        return blockDelta(at, field(payload, 'delta'));
      case 'content_block_stop':
        return [{ kind: completions.get(kinds.get(index) ?? '') ?? 'content.completed', at }];
      case 'message_delta': {
        const delta = field(payload, 'delta');
        const raw = word(delta['stop_reason']);
        const details = delta['stop_details'];
        return [
          ...(isObject(details)
            ? [{ kind: 'opaque.reported', at, name: 'refusal_details', value: details } as const]
            : []),
          { kind: 'finish.reported', choice: 0, finish: finishKinds.get(raw) ?? 'unknown', raw },
          { kind: 'usage.reported', usage: messagesUsage(field(payload, 'usage')) },
        ];
      }
      case 'message_stop':
        return [{ kind: 'response.completed' }];
      case 'ping':
        return [{ kind: 'heartbeat' }];
      default:
        return [];
    }
  });
}

const completions: ReadonlyMap<string, 'reasoning.completed' | 'tool.completed'> = new Map([
  ['thinking', 'reasoning.completed'],
  ['tool_use', 'tool.completed'],
  ['server_tool_use', 'tool.completed'],
]);

function blockStart(at: Coordinates, block: JsonObject): readonly DomainEventBody[] {
  switch (block['type']) {
    case 'text':
      return [{ kind: 'content.started', at, part: 'text' }];
    case 'thinking':
      return [{ kind: 'reasoning.started', at }];
    case 'tool_use':
      return [{ kind: 'tool.started', at, owner: 'client', id: word(block['id']), name: word(block['name']) }];
    case 'server_tool_use':
      return [{ kind: 'tool.started', at, owner: 'server', id: word(block['id']), name: word(block['name']) }];
    default:
      return [
        { kind: 'content.started', at, part: 'other', name: word(block['type']) },
        { kind: 'opaque.reported', at, name: 'block', value: block },
      ];
  }
}

function blockDelta(at: Coordinates, delta: JsonObject): readonly DomainEventBody[] {
  switch (delta['type']) {
    case 'text_delta':
      return [{ kind: 'content.delta', at, text: word(delta['text']) }];
    case 'thinking_delta':
      return [{ kind: 'reasoning.delta', at, text: word(delta['thinking']) }];
    case 'signature_delta':
      return [{ kind: 'opaque.reported', at, name: 'signature', value: word(delta['signature']) }];
    case 'input_json_delta':
      return [{ kind: 'tool.arguments.delta', at, text: word(delta['partial_json']) }];
    case 'citations_delta':
      return [{ kind: 'opaque.reported', at, name: 'citation', value: delta['citation'] ?? null }];
    case 'compaction_delta':
      return [{ kind: 'opaque.reported', at, name: 'compaction', value: delta }];
    default:
      return [];
  }
}

function messagesUsage(usage: JsonObject): UsageNumbers {
  const read = number(usage['cache_read_input_tokens']);
  const written = number(usage['cache_creation_input_tokens']);
  const uncached = number(usage['input_tokens']);
  return known({
    input: uncached === undefined ? undefined : uncached + (read ?? 0) + (written ?? 0),
    output: number(usage['output_tokens']),
    cacheRead: read,
    cacheWrite: written,
    reasoning: number(field(usage, 'output_tokens_details')['thinking_tokens']),
  });
}

export function chatEvents(original: readonly JsonObject[]): readonly DomainEventBody[] {
  const parts = new Map<string, Coordinates>();
  const place = (choice: number, what: string): Coordinates => {
    const key = `${choice}/${what}`;
    const at = parts.get(key) ?? { choice, part: parts.size };
    parts.set(key, at);
    return at;
  };
  const first = original[0];
  const body = original.flatMap((chunk): readonly DomainEventBody[] => {
    const usage = chunk['usage'];
    return [
      ...objects(chunk['choices']).flatMap((choice) => choiceEvents(choice, place)),
      ...(isObject(usage) ? [{ kind: 'usage.reported', usage: chatUsage(usage) } as const] : []),
    ];
  });
  const start: DomainEventBody = { kind: 'response.started', id: word(first?.['id']), model: word(first?.['model']) };
  return [start, ...body, { kind: 'response.completed' }];
}

function choiceEvents(
  choice: JsonObject,
  place: (choice: number, what: string) => Coordinates,
): readonly DomainEventBody[] {
  const index = Number(choice['index']);
  const delta = field(choice, 'delta');
  const raw = word(choice['finish_reason']);
  const channel = (key: string, kind: 'content.delta' | 'refusal.delta'): readonly DomainEventBody[] =>
    word(delta[key]) === '' ? [] : [{ kind, at: place(index, key), text: word(delta[key]) }];
  return [
    ...(delta['content'] === ''
      ? [{ kind: 'content.started', at: place(index, 'content'), part: 'text' } as const]
      : []),
    ...channel('content', 'content.delta'),
    ...channel('refusal', 'refusal.delta'),
    ...objects(delta['tool_calls']).flatMap((call): readonly DomainEventBody[] => {
      const at = place(index, `tool ${call['index']}`);
      const target = field(call, 'function');
      const fragment = word(target['arguments']);
      return [
        ...(call['id'] === undefined
          ? []
          : [{ kind: 'tool.started', at, owner: 'client', id: word(call['id']), name: word(target['name']) } as const]),
        ...(fragment === '' ? [] : [{ kind: 'tool.arguments.delta', at, text: fragment } as const]),
      ];
    }),
    ...(raw === ''
      ? []
      : [{ kind: 'finish.reported', choice: index, finish: finishKinds.get(raw) ?? 'unknown', raw } as const]),
  ];
}

function chatUsage(usage: JsonObject): UsageNumbers {
  return known({
    input: number(usage['prompt_tokens']),
    output: number(usage['completion_tokens']),
    total: number(usage['total_tokens']),
    cacheRead: number(field(usage, 'prompt_tokens_details')['cached_tokens']),
    reasoning: number(field(usage, 'completion_tokens_details')['reasoning_tokens']),
  });
}

/**
 * The steps of all choices. OpenAI opens an answer that is one call with role and call in one chunk, and says
 * `refusal: null` only sometimes; both spellings become one here.
 */
export function chatSteps(chunks: readonly JsonObject[]): readonly object[] {
  return chunks.flatMap((chunk) =>
    objects(chunk['choices']).flatMap(({ index, delta, finish_reason: finish }) => {
      const { tool_calls: calls, refusal, ...rest } = isObject(delta) ? delta : {};
      const said = refusal === null || refusal === undefined ? rest : { ...rest, refusal };
      if (calls === undefined) {
        return [{ index, delta: said, finish }];
      }
      const alone = { index, delta: { tool_calls: calls }, finish };
      return Object.keys(said).length === 0 ? [alone] : [{ index, delta: said, finish }, alone];
    }),
  );
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function known(numbers: Readonly<Partial<Record<UsageField, number | undefined>>>): UsageNumbers {
  const kept: Partial<Record<UsageField, number>> = {};
  for (const key of ['input', 'output', 'total', 'cacheRead', 'cacheWrite', 'reasoning'] as const) {
    const value = numbers[key];
    if (value !== undefined) {
      kept[key] = value;
    }
  }
  return kept;
}
