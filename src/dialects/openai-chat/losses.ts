import type { Loss } from '../dialect.ts';

/** What an answer can hold and a Chat completion cannot say. */
export const chatLosses: readonly Loss[] = [
  {
    what: 'server_tool',
    why: 'Calls that the provider runs itself have no form here; as tool calls a client would run them.',
  },
  { what: 'other', why: 'Blocks of another dialect have no slot.' },
  { what: 'audio', why: 'Only audio that already comes in this dialect has its pieces in the answer.' },
  { what: 'image', why: 'There is no such part in an answer.' },
  { what: 'signature', why: 'Reasoning travels as plain text here.' },
  { what: 'encrypted_reasoning', why: 'It only means something to the provider that made it.' },
  { what: 'thought_signature', why: 'It only means something to the provider that made it.' },
  { what: 'citation', why: 'An annotation has a place in the text; citations of Messages have none.' },
  { what: 'citation_metadata', why: 'Its places count bytes and its sources have no titles.' },
  { what: 'grounding_metadata', why: 'Its places count bytes of one part, and its sources are shared among them.' },
  { what: 'logprobs_result', why: 'Tokens of another dialect have another form.' },
  { what: 'refusal_details', why: 'A refusal is its words and the finish reason.' },
  {
    what: 'order of channels',
    why: 'Text, reasoning and tool calls are separate channels; a body keeps no order among them.',
  },
];
