import type { Loss } from '../dialect.ts';

/** What an answer can hold and a response cannot say. */
export const responsesLosses: readonly Loss[] = [
  { what: 'choices after the first', why: 'A response is one answer.' },
  { what: 'server_tool', why: 'Calls that another provider runs itself have no form here.' },
  { what: 'block', why: 'Blocks of another dialect have no slot.' },
  { what: 'audio', why: 'The events of an answer do not carry audio data.' },
  { what: 'signature', why: 'encrypted_content would claim that OpenAI made it.' },
  { what: 'thought_signature', why: 'It only means something to the provider that made it.' },
  { what: 'citation', why: 'Annotations have other kinds, none of which says the same.' },
  { what: 'refusal_details', why: 'A refusal is its words and the reason for which the response is incomplete.' },
  { what: 'matched stop sequence', why: 'There is no such reason: the response is completed.' },
  { what: 'interleaving', why: 'One item at a time: calls that overlap are written one after the other.' },
  { what: 'boundaries of items', why: 'Texts in a row are parts of one message, and a summary is one part.' },
  { what: 'phase', why: 'The events of an answer do not carry it.' },
  {
    what: 'custom tool',
    why: 'A call is a function call; the events of an answer do not say that its input is plain text.',
  },
  { what: 'logprobs of deltas', why: 'They come after their delta, so only the done events hold them.' },
];
