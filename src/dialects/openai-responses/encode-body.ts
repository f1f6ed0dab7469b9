import type { Coordinates, DomainEventBody } from '../../core/domain-event.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Outcome, Part, ToolCall } from '../../core/outcome.ts';
import type { EncoderOptions } from '../dialect.ts';
import { reportedNumbers } from '../reported-usage.ts';
import { ResponseEncoder } from '../response-encoder.ts';
import { ResponsesWriter } from './response-writer.ts';

/**
 * The non-stream response of an outcome. It is what the terminal event of its stream holds, so that both modes agree.
 * An outcome without a finish that Responses can say is a failed response, never an invented success.
 */
export function encodeResponsesBody(outcome: Outcome, options: EncoderOptions): JsonObject {
  let response: JsonObject = {};
  const keepSnapshot = ({ response: snapshot }: JsonObject): void => {
    response = isObject(snapshot) ? snapshot : response;
  };
  const encoder = new ResponseEncoder(
    'openai-responses',
    options,
    (answer) => new ResponsesWriter(answer, options.created, keepSnapshot),
  );
  for (const event of outcomeEvents(outcome)) {
    encoder.take(event);
  }
  return response;
}

/** The events of choice 0, because no other choice has a place in a response. */
function outcomeEvents(outcome: Outcome): readonly DomainEventBody[] {
  const choice = outcome.choices.find(({ index }) => index === 0);
  const { id, model } = outcome;
  const { kind, raw } = choice?.finish ?? {};
  return [
    { kind: 'response.started', ...(id === undefined ? {} : { id }), ...(model === undefined ? {} : { model }) },
    ...(choice?.parts ?? []).flatMap(partEvents),
    { kind: 'usage.reported', usage: reportedNumbers(outcome.usage) },
    ...(kind === undefined || raw === undefined
      ? []
      : [{ kind: 'finish.reported', choice: 0, finish: kind, raw } as const]),
    { kind: 'response.completed' },
  ];
}

function partEvents(part: Part, index: number): readonly DomainEventBody[] {
  const at = { choice: 0, part: index };
  const opaque = part.opaque.map((value): DomainEventBody => ({ kind: 'opaque.reported', at, ...value }));
  switch (part.kind) {
    case 'text':
      return [
        { kind: 'content.started', at, part: 'text' },
        { kind: 'content.delta', at, text: part.content },
        ...opaque,
        { kind: 'content.completed', at },
      ];
    case 'refusal':
      return [{ kind: 'refusal.delta', at, text: part.content }];
    case 'reasoning':
      return [
        { kind: 'reasoning.started', at },
        { kind: 'reasoning.delta', at, text: part.content },
        ...opaque,
        { kind: 'reasoning.completed', at },
      ];
    case 'tool':
      return part.tool === undefined
        ? []
        : [
            toolStarted(at, part.tool),
            { kind: 'tool.arguments.delta', at, text: part.tool.argumentsRaw },
            ...(part.tool.completed ? [{ kind: 'tool.completed', at } as const] : []),
          ];
    case 'server_tool':
      return [];
    case 'audio':
    case 'image':
    case 'other':
      return [{ kind: 'content.started', at, part: part.kind }, ...opaque];
  }
}

function toolStarted(at: Coordinates, { id, name, arguments: { state } }: ToolCall): DomainEventBody {
  return { kind: 'tool.started', at, owner: 'client', id, name, ...(state === 'text' && { input: state }) };
}
