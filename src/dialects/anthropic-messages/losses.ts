import type { Loss } from '../dialect.ts';

/** What an answer can hold and a Messages response cannot say. */
export const messagesLosses: readonly Loss[] = [
  { what: 'choices after the first', why: 'A message is one answer.' },
  { what: 'refusal', why: 'There is no refusal channel: the words become text, and the stop reason is refusal.' },
  { what: 'audio', why: 'There is no such block in an answer.' },
  { what: 'image', why: 'There is no such block in an answer.' },
  { what: 'other', why: 'Items and parts of another dialect have no slot.' },
  { what: 'logprobs', why: 'Messages has no slot for them.' },
  { what: 'logprobs_result', why: 'Messages has no slot for them.' },
  { what: 'annotation', why: 'A citation here belongs to a result or document, not to a place in the text.' },
  { what: 'citation_metadata', why: 'A citation here belongs to a result or document, not to a place in the text.' },
  { what: 'grounding_metadata', why: 'A citation here belongs to a result or document, not to a place in the text.' },
  { what: 'encrypted_reasoning', why: 'It only means something to the provider that made it.' },
  { what: 'thought_signature', why: 'It only means something to the provider that made it.' },
  { what: 'usage total', why: 'Messages has no total; it is the sum of input and output.' },
  { what: 'matched stop sequence', why: 'The events of an answer do not carry it, so stop_sequence is null.' },
  { what: 'interleaving', why: 'One block at a time: calls that overlap are written one after the other.' },
  { what: 'digits of numbers in a body', why: 'input is an object there, so 1.0 is written as 1.' },
  { what: 'plain input', why: 'Arguments are an object: the plain text of a custom tool is its member `input`.' },
];
