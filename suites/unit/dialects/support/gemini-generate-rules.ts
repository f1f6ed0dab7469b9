import { isObject, type JsonObject } from '../../../../src/core/json.ts';
import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';
import { payloads } from './encoding.ts';
import { field, objects } from './payload-members.ts';

/** One candidate as a strict reader sees it. */
interface ReadCandidate {
  text: string;
  thoughts: string;
  readonly calls: JsonObject[];
  finish: string | undefined;
}

/**
 * The rules of what a Gemini server writes, by hand and apart from the contract, so that the encoder is measured by
 * something that does not share its code. Stricter than what clients take: one finish per candidate, usage at the end.
 */
export function readGeminiStream(frames: readonly EncodableFrame[]): {
  readonly breaches: readonly string[];
  readonly candidates: ReadonlyMap<number, ReadCandidate>;
  readonly ended: 'finish' | 'error' | 'blocked' | 'open';
} {
  const breaches: string[] = [];
  const candidates = new Map<number, ReadCandidate>();
  let last: 'error' | 'blocked' | undefined;
  let usageSeen = false;
  const demand = (holds: boolean, breach: string): void => {
    if (!holds) {
      breaches.push(breach);
    }
  };
  for (const frame of frames.filter(({ data }) => data !== undefined)) {
    const [payload] = payloads([frame]);
    demand(payload !== undefined && Object.keys(frame).join() === 'data', 'something but one JSON object');
    demand(last === undefined && !usageSeen, 'chunk after the end');
    if (payload === undefined) {
      continue;
    }
    if (payload['error'] !== undefined) {
      last = 'error';
      demand(Number.isInteger(field(payload, 'error')['code']), 'error without a number');
      continue;
    }
    usageSeen = payload['usageMetadata'] !== undefined;
    last = payload['promptFeedback'] === undefined ? undefined : 'blocked';
    const listed = objects(payload['candidates']);
    demand(listed.length > 0 || last === 'blocked', 'chunk that says nothing');
    for (const candidate of listed) {
      readCandidate(candidates, candidate, demand);
    }
  }
  const finished = candidates.size > 0 && [...candidates.values()].every(({ finish }) => finish !== undefined);
  return { breaches, candidates, ended: last ?? (finished ? 'finish' : 'open') };
}

function readCandidate(
  candidates: Map<number, ReadCandidate>,
  given: JsonObject,
  demand: (holds: boolean, breach: string) => void,
): void {
  const index = Number(given['index']);
  const candidate = candidates.get(index) ?? { text: '', thoughts: '', calls: [], finish: undefined };
  candidates.set(index, candidate);
  demand(candidate.finish === undefined, 'part after the finish');
  const content = field(given, 'content');
  const parts = objects(content['parts']);
  demand(content['role'] === 'model' && parts.length > 0, 'content without a role or without parts');
  for (const part of parts) {
    const text = typeof part['text'] === 'string' ? part['text'] : '';
    if (part['thought'] === true) {
      candidate.thoughts += text;
    } else {
      candidate.text += text;
    }
    if (part['functionCall'] !== undefined) {
      const call = field(part, 'functionCall');
      demand(
        typeof call['name'] === 'string' && call['name'] !== '' && isObject(call['args']),
        'call that is not whole',
      );
      candidate.calls.push(call);
    }
  }
  if (given['finishReason'] !== undefined) {
    demand(/^[A-Z_]+$/.test(String(given['finishReason'])), 'finish that is no reason');
    candidate.finish = String(given['finishReason']);
  }
}
