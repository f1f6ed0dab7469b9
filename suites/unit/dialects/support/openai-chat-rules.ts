import { isArray, isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts';
import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';
import { payloads } from './encoding.ts';

/** A content block as a strict reader sees it. */
export interface ReadBlock {
  readonly kind: string;
  content: string;
}

/**
 * The ordering rules of both streams, written by hand and apart from the contracts, so that encoders are measured by
 * something that does not share their code. Each breach is one short sentence.
 */
export function readMessagesStream(frames: readonly EncodableFrame[]): {
  readonly breaches: readonly string[];
  readonly blocks: readonly ReadBlock[];
  readonly ended: 'stop' | 'error' | 'open';
} {
  const breaches: string[] = [];
  const blocks: ReadBlock[] = [];
  let state: 'start' | 'body' | 'closing' | 'stop' | 'error' = 'start';
  let open = false;
  const demand = (holds: boolean, breach: string): void => {
    if (!holds) {
      breaches.push(breach);
    }
  };
  for (const payload of payloads(frames)) {
    const type = payload['type'];
    demand(state !== 'stop' && state !== 'error', `${type} after the end`);
    switch (type) {
      case 'message_start':
        demand(state === 'start', 'second start');
        state = 'body';
        break;
      case 'content_block_start':
        demand(state === 'body' && !open, 'block where none may open');
        demand(payload['index'] === blocks.length, 'index not dense');
        blocks.push({ kind: String(field(payload, 'content_block')['type']), content: '' });
        open = true;
        break;
      case 'content_block_delta': {
        const block = blocks.at(-1);
        demand(open && payload['index'] === blocks.length - 1 && block !== undefined, 'delta without its block');
        const { text, thinking, partial_json: json } = field(payload, 'delta');
        if (block !== undefined) {
          block.content += [text, thinking, json].filter((value) => typeof value === 'string').join('');
        }
        break;
      }
      case 'content_block_stop':
        demand(open && payload['index'] === blocks.length - 1, 'stop without its block');
        open = false;
        break;
      case 'message_delta':
        demand(state === 'body' && !open, 'closing with an open block');
        demand(typeof field(payload, 'delta')['stop_reason'] === 'string', 'no stop reason');
        state = 'closing';
        break;
      case 'message_stop':
        demand(state === 'closing', 'stop without a stop reason');
        state = 'stop';
        break;
      case 'ping':
        demand(state === 'body', 'ping outside the body');
        break;
      case 'error':
        state = 'error';
        break;
      default:
        breaches.push(`unknown ${type}`);
    }
  }
  return { breaches, blocks, ended: state === 'stop' || state === 'error' ? state : 'open' };
}

/** One choice as a strict reader sees it. */
export interface ReadChoice {
  content: string;
  reasoning: string;
  refusal: string;
  readonly tools: { readonly id: string; readonly name: string; arguments: string }[];
  finish: string | undefined;
}

export function readChatStream(frames: readonly EncodableFrame[]): {
  readonly breaches: readonly string[];
  readonly choices: ReadonlyMap<number, ReadChoice>;
  readonly ended: 'done' | 'error' | 'open';
} {
  const breaches: string[] = [];
  const choices = new Map<number, ReadChoice>();
  let ended: 'done' | 'error' | 'open' = 'open';
  let usageSeen = false;
  const demand = (holds: boolean, breach: string): void => {
    if (!holds) {
      breaches.push(breach);
    }
  };
  for (const frame of frames.filter(({ data }) => data !== undefined)) {
    demand(ended === 'open', 'frame after the end');
    demand(frame.event === undefined, 'event line');
    const [payload] = payloads([frame]);
    if (payload === undefined) {
      demand(frame.data === '[DONE]', 'neither JSON nor the done text');
      demand(
        [...choices.values()].every(({ finish }) => finish !== undefined),
        'done without a finish',
      );
      ended = 'done';
    } else if (payload['error'] !== undefined) {
      ended = 'error';
    } else {
      demand(!usageSeen, 'chunk after usage');
      const steps = objects(payload['choices']);
      usageSeen = isObject(payload['usage']);
      demand(usageSeen === (steps.length === 0), 'usage beside choices, or neither');
      for (const step of steps) {
        readStep(choices, step, demand);
      }
    }
  }
  return { breaches, choices, ended };
}

function readStep(
  choices: Map<number, ReadChoice>,
  step: JsonObject,
  demand: (holds: boolean, breach: string) => void,
): void {
  const index = Number(step['index']);
  const delta = field(step, 'delta');
  const known = choices.get(index);
  demand((delta['role'] === 'assistant') === (known === undefined), 'role missing or repeated');
  const choice = known ?? { content: '', reasoning: '', refusal: '', tools: [], finish: undefined };
  choices.set(index, choice);
  demand(choice.finish === undefined, 'step after the finish');
  choice.content += word(delta['content']);
  choice.reasoning += word(delta['reasoning_content']);
  choice.refusal += word(delta['refusal']);
  for (const call of objects(delta['tool_calls'])) {
    const target = field(call, 'function');
    if (call['id'] !== undefined) {
      demand(call['index'] === choice.tools.length && call['type'] === 'function', 'tool index not dense');
      choice.tools.push({ id: word(call['id']), name: word(target['name']), arguments: word(target['arguments']) });
    } else {
      const tool = choice.tools[Number(call['index'])];
      demand(tool !== undefined, 'fragment without its call');
      if (tool !== undefined) {
        tool.arguments += word(target['arguments']);
      }
    }
  }
  if (step['finish_reason'] !== null) {
    demand(Object.keys(delta).length === 0, 'finish beside content');
    choice.finish = word(step['finish_reason']);
  }
}

function field(payload: JsonObject, key: string): JsonObject {
  const value = payload[key];
  return isObject(value) ? value : {};
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

function word(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
