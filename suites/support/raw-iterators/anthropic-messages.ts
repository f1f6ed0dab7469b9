import type { JsonObject } from '../../../src/core/json.ts';
import {
  Choices,
  givenOf,
  numberOf,
  objectAt,
  type RawAnswer,
  type RawIterator,
  textOf,
  wordOf,
} from './raw-answer.ts';

/** Of https://platform.claude.com/docs/en/build-with-claude/streaming. */
export const anthropicMessagesRaw: RawIterator = {
  structure: ['message_start', 'content_block_start', 'content_block_stop', 'message_stop'],
  read: readMessages,
};

function readMessages(events: readonly JsonObject[]): RawAnswer {
  const choices = new Choices();
  /** Of each block that was opened, whether it is a call of a client tool. */
  const starts = new Map<string, boolean>();
  let usage: JsonObject = {};
  for (const event of events) {
    const choice = choices.at(0);
    const index = String(event['index']);
    const block = objectAt(event, 'content_block');
    const delta = objectAt(event, 'delta');
    switch (event['type']) {
      case 'message_start': {
        const { output_tokens: _, ...read } = objectAt(objectAt(event, 'message'), 'usage');
        usage = { ...read, ...usage };
        break;
      }
      case 'content_block_start':
        choice.text += textOf(block['text']);
        choice.reasoning += textOf(block['thinking']);
        starts.set(index, block['type'] === 'tool_use');
        if (block['type'] === 'tool_use') {
          choice.calls.add(index, '');
        }
        break;
      case 'content_block_delta':
        choice.text += textOf(delta['text']);
        choice.reasoning += textOf(delta['thinking']);
        if (delta['type'] === 'input_json_delta' && starts.get(index) !== false) {
          choice.calls.add(index, delta['partial_json']);
        }
        break;
      case 'message_delta':
        choice.finish = wordOf(delta['stop_reason']) ?? choice.finish;
        usage = { ...usage, ...givenOf(objectAt(event, 'usage')) };
        break;
      default:
        break;
    }
  }
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
    numberOf(usage[name]),
  );
  const known = parts.filter((part) => part !== undefined);
  const input = known.length === 0 ? undefined : known.reduce((sum, part) => sum + part, 0);
  return choices.answer(input, numberOf(usage['output_tokens']));
}
