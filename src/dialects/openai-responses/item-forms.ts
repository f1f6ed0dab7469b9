import { shortHash } from '../../core/hash.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { startedItem } from './item-progress.ts';
import type { Segment, SegmentContent } from './segment.ts';

/** A segment that is being written, and what it holds so far. */
export interface OpenSegment {
  readonly segment: Segment;
  readonly annotations: JsonValue[];
  text: string;
}

/** An item that is open on the wire. A message has parts that are done, and may have no open segment. */
export interface OpenItem {
  readonly id: string;
  readonly parts: JsonObject[];
  segment: OpenSegment | undefined;
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** The item's own id, or one that is derived, so that the same answer has the same ids whenever it is written again. */
export function itemId(content: SegmentContent, responseId: string, index: number): string {
  const own = content.kind === 'whole' ? content.item['id'] : undefined;
  return typeof own === 'string' ? own : `${idPrefix(content)}${shortHash(`${responseId}/item/${index}`)}`;
}

function idPrefix(content: SegmentContent): string {
  switch (content.kind) {
    case 'text':
    case 'refusal':
      return 'msg_';
    case 'reasoning':
      return 'rs_';
    case 'tool':
      return 'fc_';
    case 'custom_tool':
      return 'ctc_';
    case 'whole':
      return 'item_';
  }
}

/** An item in its current state: empty when it is added, whole when it is done. */
export function itemForm({ id, parts, segment }: OpenItem, status: ItemStatus): JsonObject {
  const content = segment?.segment.content;
  switch (content?.kind) {
    case 'reasoning': {
      const encrypted = segment?.segment.encrypted;
      return {
        id,
        type: 'reasoning',
        ...(encrypted === undefined ? {} : { encrypted_content: encrypted }),
        summary: segment === undefined || segment.text === '' ? [] : [summaryPart(segment.text)],
      };
    }
    case 'tool': {
      const { callId, name } = content;
      return { id, type: 'function_call', status, arguments: segment?.text ?? '', call_id: callId, name };
    }
    case 'custom_tool': {
      const { callId, name } = content;
      return { id, type: 'custom_tool_call', status, input: segment?.text ?? '', call_id: callId, name };
    }
    case 'whole':
      return { ...(status === 'in_progress' ? startedItem(content.item) : content.item), id };
    case 'text':
    case 'refusal':
    case undefined:
      return { id, type: 'message', status, content: [...parts], role: 'assistant' };
  }
}

/** A content part with what has been written of it. */
export function contentPart({ segment, text, annotations }: OpenSegment): JsonObject {
  return segment.content.kind === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', annotations: [...annotations], logprobs: [...segment.logprobs], text };
}

/** A content part before its first delta. */
export function emptyPart(content: SegmentContent): JsonObject {
  return content.kind === 'refusal'
    ? { type: 'refusal', refusal: '' }
    : { type: 'output_text', annotations: [], logprobs: [], text: '' };
}

export function summaryPart(text: string): JsonObject {
  return { type: 'summary_text', text };
}
