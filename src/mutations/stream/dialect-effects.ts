import { endsWithInput, issueIds } from '../../contract/issue-ids.ts';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { type IssueLevel, isMustLevel } from '../../core/issue.ts';
import type { Effect } from '../../core/mutation.ts';
import { needsResponseId } from '../../dialects/response-id.ts';
import { contractOf } from './contract-words.ts';

/** An effect that follows from what the contract of a dialect says. */
type DialectEffect = (dialect: DialectId) => Effect;

/** This effect, where official SDKs lose an event whose block holds more than one data line; elsewhere `preserving`. */
export function whereDataLineAlone(effect: Effect): DialectEffect {
  return (dialect) => (contractOf(dialect).wire.dataLine === 'alone' ? effect : 'preserving');
}

/** The effect of an event without its `event:` line: a fault where official SDKs go by it, and unusual where none does. */
export const leavingOutEventLines: DialectEffect = (dialect) => {
  const lines = levelsOf(dialect, (id) => id === 'event.line.missing');
  return lines.some(isMustLevel) ? 'fault' : lines.length === 0 ? 'preserving' : 'repairable';
};

/** This effect, where the parts of an answer have an order; elsewhere `preserving`. */
export function whereOrdered(effect: Effect): DialectEffect {
  return (dialect) => (hasLoss(dialect, 'order of channels') ? 'preserving' : effect);
}

function hasLoss(dialect: DialectId, loss: string): boolean {
  return contractOf(dialect).losses.some(({ what }) => what === loss);
}

/**
 * The effect of saying the end a second time. Where only the end of the input ends a response, nothing but the finish
 * reason says the end, and it comes more than once in streams of the provider itself.
 */
export const sayingTheEndAgain: DialectEffect = (dialect) =>
  endsWithInput(contractOf(dialect)) ? 'repairable' : 'fault';

/** The effect of a tool call without an id. Where ids are optional, results are matched by name and order. */
export const leavingOutToolIds: DialectEffect = (dialect) =>
  contractOf(dialect).tools?.id === 'optional' ? 'repairable' : 'fault';

/**
 * The effect of an id that is wrong, in the middle of a stream or all the way. It is only unusual where no type says
 * that an answer has one id.
 */
export const changingTheId: DialectEffect = (dialect) =>
  needsResponseId(contractOf(dialect)) ? 'fault' : 'repairable';

/** The effect of overlapping parts of an answer, from an upstream or from a relay. */
export const overlapping: { readonly stimulus: DialectEffect; readonly breakage: DialectEffect } = {
  stimulus: (dialect) => (overlapLevels(dialect).length === 0 ? 'preserving' : 'repairable'),
  breakage: (dialect) => {
    const levels = overlapLevels(dialect);
    return levels.some(isMustLevel) ? 'fault' : levels.length === 0 ? 'preserving' : 'repairable';
  },
};

function overlapLevels(dialect: DialectId): readonly IssueLevel[] {
  return levelsOf(dialect, (id) => id.endsWith('.overlap'));
}

/** The levels of the wanted issues of a contract's order grammar. */
function levelsOf(dialect: DialectId, wanted: (id: string) => boolean): readonly IssueLevel[] {
  return [...issueIds(contractOf(dialect), []).values()].filter(({ id }) => wanted(id)).map(({ level }) => level);
}
