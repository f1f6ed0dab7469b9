import type { Source } from '../core/source.ts';
import type { ContractFormat } from './contract-format.ts';
import { lookUpIssue } from './grammar/engine-issues.ts';

/** Where the rule behind an issue is described; undefined for the few issues that every contract shares. */
export function issueSource(contract: ContractFormat, id: string): Source | undefined {
  const cited = lookUpIssue(contract, id)?.source;
  if (cited === undefined) {
    return undefined;
  }
  const name = typeof cited === 'string' ? cited : cited.from;
  const source = Object.hasOwn(contract.sources, name) ? contract.sources[name] : undefined;
  return source === undefined || typeof cited === 'string'
    ? source
    : { ...source, text: `${source.text}: ${cited.text}` };
}
