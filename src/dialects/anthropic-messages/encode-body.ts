import { isObject, type JsonObject, parseJsonToRewrite } from '../../core/json.ts';
import type { Outcome, Part, ToolCall } from '../../core/outcome.ts';
import type { EncoderOptions } from '../dialect.ts';
import { choiceFinishWord, isCut } from '../finish-word.ts';
import { inventedCallId } from '../invented-id.ts';
import { isTyped } from '../lenient-read.ts';
import { objectArguments } from '../object-arguments.ts';
import { opaqueValues } from '../opaque-values.ts';
import { reportedNumbers } from '../reported-usage.ts';
import { bodyUsage } from './usage.ts';

/**
 * The non-stream Message of an outcome. Only choice 0 has a place in it. An outcome without a finish that Messages can
 * say gets `stop_reason: null`, never an invented success.
 */
export function encodeMessagesBody(outcome: Outcome, options: EncoderOptions): JsonObject {
  const id = outcome.id || options.id;
  const choice = outcome.choices.find(({ index }) => index === 0);
  const parts = choice?.parts ?? [];
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: outcome.model || options.model,
    content: parts.flatMap((part, index) => blocksOf(part, { index, responseId: id, cut: isCut(choice?.finish) })),
    stop_reason: (choice && choiceFinishWord('anthropic-messages', choice)) ?? null,
    stop_sequence: null,
    stop_details: opaqueValues(parts, 'refusal_details').at(-1),
    usage: bodyUsage(reportedNumbers(outcome.usage)),
  };
}

interface Place {
  readonly index: number;
  readonly responseId: string;
  /** The token limit ended the turn. */
  readonly cut: boolean;
}

function blocksOf(part: Part, place: Place): readonly JsonObject[] {
  switch (part.kind) {
    case 'text': {
      const citations = opaqueValues([part], 'citation');
      return [{ type: 'text', text: part.content, citations: citations.length === 0 ? undefined : citations }];
    }
    case 'refusal':
      return [{ type: 'text', text: part.content }];
    case 'reasoning': {
      const whole = foreignBlocks(part);
      const signature = opaqueValues([part], 'signature').at(-1);
      const signed = typeof signature === 'string' ? signature : '';
      return whole.length > 0 ? whole : [{ type: 'thinking', thinking: part.content, signature: signed }];
    }
    case 'tool':
      return part.tool === undefined ? [] : toolBlocks(part.tool, 'tool_use', 'toolu_', place);
    case 'server_tool':
      return part.tool === undefined ? [] : toolBlocks(part.tool, 'server_tool_use', 'srvtoolu_', place);
    case 'other':
      return foreignBlocks(part);
    case 'audio':
    case 'image':
      return [];
  }
}

/**
 * `input` must be an object here. A call that the token limit cut has none and is left out. Arguments that are broken
 * for any other reason stay as raw text, so that a client fails on them instead of running something else.
 */
function toolBlocks(tool: ToolCall, type: string, idPrefix: string, place: Place): readonly JsonObject[] {
  const parsed = parseJsonToRewrite(objectArguments(tool) || '{}');
  if (place.cut && !(parsed.ok && isObject(parsed.value))) {
    return [];
  }
  const invented = inventedCallId(idPrefix, place.responseId, { choice: 0, part: place.index });
  const input = parsed.ok ? parsed.value : tool.argumentsRaw;
  return [{ type, id: tool.id || invented, name: tool.name, input }];
}

/** Whole blocks, with the content that a compaction block got from its delta. */
function foreignBlocks(part: Part): readonly JsonObject[] {
  const delta = opaqueValues([part], 'compaction').filter(isObject).at(-1);
  return opaqueValues([part], 'block')
    .filter(isTyped)
    .map((block) => ({ ...block, ...delta, type: block['type'] }));
}
