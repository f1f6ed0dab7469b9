import { isObject, type JsonObject } from '../../../../src/core/json.ts';
import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';
import { payloads } from './encoding.ts';
import { field, objects, word } from './payload-members.ts';

/** One choice as a strict reader sees it. */
export interface ReadChoice {
  content: string;
  reasoning: string;
  refusal: string;
  readonly tools: { readonly id: string; readonly name: string; arguments: string }[];
  finish: string | undefined;
}

/**
 * The order of a Chat stream, written by hand and apart from the contract, so that the encoder is measured by something
 * that does not share its code. Each breach is one short sentence.
 */
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
