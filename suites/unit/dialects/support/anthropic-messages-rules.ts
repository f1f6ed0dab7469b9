import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';
import { payloads } from './encoding.ts';
import { field } from './payload-members.ts';

/** A content block as a strict reader sees it. */
export interface ReadBlock {
  readonly kind: string;
  content: string;
}

/**
 * The order of a Messages stream, written by hand and apart from the contracts, so that encoders are measured by
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
