import type { JsonObject } from '../../../src/core/json.ts';
import { Choices, numberOf, objectAt, Pieces, type RawAnswer, type RawIterator, textOf, wordOf } from './raw-answer.ts';

/** Of https://developers.openai.com/api/reference/resources/responses. Where no delta came, it reads the events that repeat the whole. */
export const openaiResponsesRaw: RawIterator = {
  structure: [
    'response.created',
    'response.output_item.added',
    'response.output_item.done',
    'response.content_part.added',
    'response.content_part.done',
    'response.output_text.done',
    'response.refusal.done',
    'response.function_call_arguments.done',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_part.done',
    'response.reasoning_summary_text.done',
    'response.completed',
    'response.incomplete',
  ],
  read: readResponses,
};

function readResponses(events: readonly JsonObject[]): RawAnswer {
  const choices = new Choices();
  const [text, refusal, reasoning] = [new Pieces(), new Pieces(), new Pieces()];
  let usage: JsonObject = {};
  for (const event of events) {
    const choice = choices.at(0);
    const type = textOf(event['type']);
    const item = String(event['output_index']);
    const part = `${item} ${event['content_index']}`;
    const summary = `${item} summary ${event['summary_index']}`;
    const within = objectAt(event, 'part');
    switch (type) {
      case 'response.output_text.delta':
        text.add(part, event['delta']);
        break;
      case 'response.output_text.done':
        text.whole(part, event['text']);
        break;
      case 'response.refusal.delta':
        refusal.add(part, event['delta']);
        break;
      case 'response.refusal.done':
        refusal.whole(part, event['refusal']);
        break;
      case 'response.reasoning_text.delta':
        reasoning.add(part, event['delta']);
        break;
      case 'response.reasoning_text.done':
        reasoning.whole(part, event['text']);
        break;
      case 'response.reasoning_summary_text.delta':
        reasoning.add(summary, event['delta']);
        break;
      case 'response.reasoning_summary_text.done':
        reasoning.whole(summary, event['text']);
        break;
      case 'response.reasoning_summary_part.done':
        reasoning.whole(summary, within['text']);
        break;
      case 'response.content_part.done':
        (within['type'] === 'reasoning_text' ? reasoning : text).whole(part, within['text']);
        refusal.whole(part, within['refusal']);
        break;
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        choice.calls.add(item, event['delta']);
        break;
      case 'response.function_call_arguments.done':
        choice.calls.whole(item, event['arguments']);
        break;
      case 'response.custom_tool_call_input.done':
        choice.calls.whole(item, event['input']);
        break;
      case 'response.output_item.added':
      case 'response.output_item.done': {
        const given = objectAt(event, 'item');
        if (given['type'] === 'function_call' || given['type'] === 'custom_tool_call') {
          choice.calls.whole(item, type.endsWith('done') ? (given['arguments'] ?? given['input']) : '');
        }
        break;
      }
      case 'response.completed':
      case 'response.incomplete': {
        const response = objectAt(event, 'response');
        choice.finish = wordOf(objectAt(response, 'incomplete_details')['reason']) ?? wordOf(response['status']);
        usage = objectAt(response, 'usage');
        break;
      }
      default:
        break;
    }
  }
  Object.assign(choices.at(0), { text: text.joined, refusal: refusal.joined, reasoning: reasoning.joined });
  return choices.answer(numberOf(usage['input_tokens']), numberOf(usage['output_tokens']));
}
