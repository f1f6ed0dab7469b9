/** Why the level of an issue is not what the readers of the table say, or why no breach of it was made. */
export interface KeptLevel {
  /** Id of an issue, or the words that it begins with; of a schema, also the place and the keyword. */
  readonly issue: string;
  readonly reason: string;
  /** Of a place in a schema: a should, though a reader loses something. */
  readonly level?: 'OBS';
}

const afterEnd =
  'what follows an end may be another answer, and readers that go on take it for one; the SDK stops there';
const outsideNode = 'readers in other languages throw; the row of the contract names them';

/** Of issues for which no breach was made. */
export const notMade: readonly KeptLevel[] = [
  { issue: 'drift', reason: 'drift is no breach: SDKs hand on what they have no type for' },
  {
    issue: 'wire.invalid-utf8',
    reason: 'the character was lost before anything is read, so there is nothing to hold it against',
  },
  {
    issue: 'event.half-character',
    reason: 'the character was lost before anything is read, so there is nothing to hold it against',
  },
  { issue: 'wire.limit-exceeded', reason: 'the limit is one of our own reader' },
  { issue: 'state', reason: 'no change of one event of a recording brings it into this state' },
  { issue: 'after-end', reason: 'no change of one event of a recording brings it behind the end' },
  { issue: 'event.schema', reason: 'the schema asks for nothing but the name of the event' },
];

/** Of issues that no reader misses and that are musts all the same, or the other way round. */
export const keptLevels: readonly KeptLevel[] = [
  { issue: 'after-end', reason: afterEnd },
  { issue: 'state.failed', reason: afterEnd },
  { issue: 'state.failing', reason: afterEnd },
  { issue: 'state.blocked', reason: afterEnd },
  { issue: 'wire.event-without-data', reason: outsideNode },
  { issue: 'wire.field-without-data', reason: outsideNode },
  { issue: 'wire.comment-after-id', reason: outsideNode },
  {
    issue: 'wire.foreign-bytes',
    reason:
      'payload that stands there is lost; beside whole events, which alone raise nothing else, nothing is missing',
  },
  {
    issue: 'event.unknown',
    reason: 'readers pass over it; what they lose is the event in whose place it stands',
  },
];

/** Of an envelope of errors that a status explains where there is one. */
export const byStatusAlone =
  'readers know such an error by its HTTP status alone; in a stream, which has none, it is lost';

/** Of members that another reader in use asks for. */
export const aiSdkNeeds = 'the AI SDK for Node.js takes an error without it for no error, and loses its message';

/** Of the type of an error in the dialects of OpenAI. */
export const typeOfError: KeptLevel = {
  issue: 'event.schema.error /error/type',
  level: 'OBS',
  reason: 'real relays send null, and clients of theirs go by the message, the code or the status',
};

/** The first reason whose words an issue begins with. */
export function reasonFor(issue: string, reasons: readonly KeptLevel[]): KeptLevel | undefined {
  return reasons.find(
    (one) => issue === one.issue || [' ', '.', '/'].some((next) => issue.startsWith(one.issue + next)),
  );
}
