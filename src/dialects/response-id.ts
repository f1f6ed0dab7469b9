import type { ContractFormat } from '../contract/contract-format.ts';
import { withInner } from '../contract/grammar/families.ts';
import { issueIds } from '../contract/issue-ids.ts';
import { isMustLevel } from '../core/issue.ts';

/** Where the events that start a response say its id. */
function responseIdPointers({ rules }: ContractFormat): readonly string[] {
  return withInner(Object.values(rules).flat()).flatMap(({ started }) => started?.id ?? []);
}

/** Whether an answer of the dialect has a place for an id. */
export function hasResponseId(contract: ContractFormat): boolean {
  return responseIdPointers(contract).length > 0;
}

/** Whether the types of a dialect say that an answer has an id, and one id only. */
export function needsResponseId(contract: ContractFormat): boolean {
  const pointers = responseIdPointers(contract);
  const ids = pointers.map((pointer) => `constant${pointer}`);
  const levels = [...issueIds(contract, []).values()].filter(({ id }) => ids.includes(id)).map(({ level }) => level);
  return pointers.length > 0 && (levels.length === 0 || levels.some(isMustLevel));
}
