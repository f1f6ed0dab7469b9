import type { Loss } from '../dialect.ts';

/** What an answer can hold and a response cannot say. */
export const responsesLosses: readonly Loss[] = [
  { what: 'choices after the first', why: 'A response is one answer.' },
  { what: 'server_tool', why: 'Calls that another provider runs itself have no form here.' },
  { what: 'other', why: 'Blocks of another dialect have no slot.' },
  { what: 'audio', why: 'There is no such item outside the realtime API.' },
  { what: 'image', why: 'Only images that already come as an item of this dialect are one.' },
  { what: 'signature', why: 'encrypted_content would claim that OpenAI made it.' },
  { what: 'thought_signature', why: 'It only means something to the provider that made it.' },
  { what: 'citation', why: 'Annotations have other kinds, none of which says the same.' },
  { what: 'citation_metadata', why: 'Its places count bytes and its sources have no titles.' },
  { what: 'grounding_metadata', why: 'Its places count bytes of one part, and its sources are shared among them.' },
  { what: 'logprobs_result', why: 'Tokens of another dialect have another form.' },
  { what: 'refusal_details', why: 'A refusal is its words and the reason for which the response is incomplete.' },
  { what: 'matched stop sequence', why: 'There is no such reason: the response is completed.' },
  { what: 'interleaving', why: 'One item at a time: calls that overlap are written one after the other.' },
  { what: 'boundaries of items', why: 'Texts in a row are parts of one message, and a summary is one part.' },
  { what: 'phase', why: 'The events of an answer do not carry it.' },
  { what: 'logprobs of deltas', why: 'A relay learns of them after their delta, so only its done events hold them.' },
];
