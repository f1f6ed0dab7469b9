import type { WireIssueKind } from '../../core/frame.ts';
import type { IssueLevel, IssueTopic } from '../../core/issue.ts';
import type { ContractFormat, IssueFormat } from '../contract-format.ts';
import { effectOf } from './named-slots.ts';

/** An issue that the engine raises, with the topic and level that it has where the contract says nothing of its id. */
export interface EngineIssue {
  readonly id: string;
  readonly topic: IssueTopic;
  readonly level: IssueLevel;
  /** The level that it has where a relay made it; absent: the same. */
  readonly relay?: IssueLevel;
}

/** One kind of issue: names go in, an issue with its id comes out. */
function kind<Names extends readonly string[]>(
  topic: IssueTopic,
  level: IssueLevel,
  idOf: (...names: Names) => string,
): (...names: Names) => EngineIssue {
  return (...names) => ({ id: idOf(...names), topic, level });
}

/** Every kind of issue that reading a response can raise. Those that scopes raise begin with the name of the scope. */
export const engineIssues = {
  streamType: kind('framing', 'OBS', () => 'head.stream-type'),
  bodyType: kind('framing', 'BRK', () => 'head.body-type'),

  lineUnexpected: kind('framing', 'SPEC', () => 'event.line.unexpected'),
  lineMissing: kind('framing', 'BRK', () => 'event.line.missing'),
  lineMismatch: kind('events', 'SPEC', () => 'event.line.mismatch'),
  dataLine: kind('framing', 'BRK', () => 'event.data-line'),

  notJson: kind('events', 'BRK', () => 'event.json'),
  bodyInStream: kind('events', 'BRK', () => 'event.body-in-stream'),
  streamInBody: kind('events', 'BRK', () => 'event.stream-in-body'),
  errorBodyInStream: kind('events', 'BRK', () => 'event.error-body-in-stream'),
  halfCharacter: kind('events', 'OBS', () => 'event.half-character'),
  unnamed: kind('events', 'SPEC', () => 'event.unnamed'),
  unknown: kind('drift', 'TOL', () => 'event.unknown'),
  schema: kind('events', 'SPEC', (event: string) => `event.schema.${event}`),
  foreignError: kind('events', 'SPEC', () => 'error.foreign'),
  foreignEnvelope: kind('events', 'SPEC', (envelope: string) => `error.envelope.${envelope}`),
  errorUnderSuccess: kind('events', 'BRK', () => 'error.under-success'),
  drift: kind('drift', 'TOL', (what: string) => `drift.${what}`),

  constant: kind('identity', 'SPEC', (pointer: string) => `constant${pointer}`),
  sequenceAbsent: kind('order', 'OBS', () => 'sequence.absent'),
  sequenceFalling: kind('order', 'SPEC', () => 'sequence.falling'),
  sequenceGap: kind('order', 'OBS', () => 'sequence.gap'),
  unknownAtStart: kind('order', 'SPEC', () => 'state.start.unknown'),
  state: kind('order', 'SPEC', (state: string, event: string) => `state.${state}.${event}`),
  must: kind('order', 'SPEC', (id: string) => id),
  afterEnd: kind('after-terminal', 'SPEC', (event: string) => `after-end.${event}`),
  terminalMissing: kind('terminal', 'BRK', () => 'terminal.missing'),

  scopeKey: kind('order', 'BRK', (scope: string) => `${scope}.key`),
  scopeDuplicate: kind('order', 'BRK', (scope: string) => `${scope}.duplicate`),
  scopeGap: kind('order', 'BRK', (scope: string) => `${scope}.gap`),
  scopeOverlap: kind('order', 'OBS', (scope: string) => `${scope}.overlap`),
  scopeNotOpen: kind('order', 'BRK', (scope: string) => `${scope}.not-open`),
  scopeUnknown: kind('order', 'SPEC', (scope: string) => `${scope}.unknown`),
  scopeUnclosed: kind('order', 'OBS', (scope: string) => `${scope}.unclosed`),
  scopeMissing: kind('order', 'SPEC', (scope: string) => `${scope}.missing`),
  contentAfterClose: kind('order', 'SPEC', (scope: string) => `${scope}.content-after-close`),
  touchedAfterClose: kind('order', 'OBS', (scope: string) => `${scope}.touched-after-close`),
  slotNeeded: kind('identity', 'BRK', (scope: string, slot: string) => `${scope}.need.${slot}`),
  slotChanged: kind('identity', 'SPEC', (scope: string, slot: string) => `${scope}.changed.${slot}`),
  finishChanged: kind('terminal', 'SPEC', (scope: string) => `${scope}.changed.finish`),
  sumDiffers: kind('order', 'OBS', (scope: string, slot: string) => `${scope}.sum.${slot}`),
} as const;

/** A `fixed` slot changed: a finish reason speaks of the end of the answer, every other slot of what something is. */
export function changedSlot(scope: string, slot: string): EngineIssue {
  return effectOf(slot) === 'finish' ? engineIssues.finishChanged(scope) : engineIssues.slotChanged(scope, slot);
}

/** What only bytes can show, in every dialect. */
export const wireIssues: Readonly<Record<WireIssueKind, EngineIssue>> = {
  'invalid-utf8': wireIssue('SPEC', 'invalid-utf8'),
  'unknown-field': wireIssue('OBS', 'unknown-field'),
  'invalid-retry': wireIssue('OBS', 'invalid-retry'),
  'id-with-nul': wireIssue('OBS', 'id-with-nul'),
  unterminated: wireIssue('BRK', 'unterminated'),
  'foreign-bytes': wireIssue('BRK', 'foreign-bytes'),
  'event-without-data': { ...wireIssue('OBS', 'event-without-data'), relay: 'BRK' },
  'field-without-data': { ...wireIssue('OBS', 'field-without-data'), relay: 'BRK' },
  'comment-after-id': { ...wireIssue('OBS', 'comment-after-id'), relay: 'BRK' },
  'limit-exceeded': wireIssue('BRK', 'limit-exceeded'),
};

function wireIssue(level: IssueLevel, what: WireIssueKind): EngineIssue {
  return { id: `wire.${what}`, topic: 'framing', level };
}

/** Topic, level and source of an issue id: the longest row of the contract that the id begins with, word by word. */
export function lookUpIssue({ issues }: ContractFormat, id: string): IssueFormat | undefined {
  for (let key = id; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('.'), key.lastIndexOf('/')))) {
    if (Object.hasOwn(issues, key)) {
      return issues[key];
    }
  }
  return undefined;
}
