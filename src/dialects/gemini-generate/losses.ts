import type { Loss } from '../dialect.ts';

/** What an answer can hold and a Gemini response cannot say. */
export const geminiLosses: readonly Loss[] = [
  { what: 'refusal', why: 'There is no refusal channel: the words become text, and the finish reason is SAFETY.' },
  {
    what: 'server_tool',
    why: 'Calls that the provider runs itself have forms of their own here; as function calls a client would run them.',
  },
  { what: 'other', why: 'Blocks of another dialect have no slot.' },
  { what: 'audio', why: 'Only audio that already comes as a part of this dialect has its data in the answer.' },
  { what: 'image', why: 'Only images that already come as a part of this dialect have their data in the answer.' },
  { what: 'signature', why: 'It only means something to the provider that made it.' },
  { what: 'encrypted_reasoning', why: 'It only means something to the provider that made it.' },
  { what: 'citation', why: 'Citations of another dialect name their sources in another way.' },
  { what: 'annotation', why: 'Citations of another dialect name their sources in another way.' },
  { what: 'logprobs', why: 'Tokens of another dialect have another form.' },
  { what: 'refusal_details', why: 'A refusal is its words and the finish reason.' },
  { what: 'cache writes', why: 'usageMetadata has no counter for them; they stay within the input.' },
  { what: 'cut tool calls', why: 'Arguments are an object, so a call is written whole or not at all.' },
  { what: 'pieces of arguments', why: 'A call is one part: it is written when its arguments are complete.' },
  { what: 'spelling of arguments', why: 'Arguments are an object; the digits of their numbers are kept.' },
  {
    what: 'borders of parts',
    why: 'Parts are increments: empty texts say nothing, and neighbouring ones are one text.',
  },
  { what: 'plain input', why: 'Arguments are an object: the plain text of a custom tool is its member `input`.' },
];
