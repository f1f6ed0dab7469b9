import { issueIds } from '../contract/issue-ids.ts';
import { issueSource } from '../contract/issue-source.ts';
import { loadContract } from '../contract/load.ts';
import { harmlessPlaces } from '../contract/schema/harmless-places.ts';
import { type DialectId, dialectIds } from '../core/dialect-ids.generated.ts';
import { type IssueLevel, type IssueTopic, isMustLevel } from '../core/issue.ts';
import type { Severity } from '../core/requirement.ts';
import type { Source } from '../core/source.ts';

/** What one dialect says of an issue. */
export interface ExplainedIssue {
  readonly dialect: DialectId;
  readonly topic: IssueTopic;
  readonly level: IssueLevel;
  readonly severity: Severity;
  /** The same for an issue that a relay made, where it is another. */
  readonly ofRelay?: { readonly level: IssueLevel; readonly severity: Severity };
  /** Of a schema: places with a keyword at which a breach is a should, because no reader misses what is wrong there. */
  readonly shouldAt?: readonly string[];
  readonly source?: Source;
}

/** An issue id, as findings show it, in every dialect that can raise it; empty for an id that none can. */
export function explainIssue(id: string): readonly ExplainedIssue[] {
  return dialectIds.flatMap((dialect) => {
    const { contract } = loadContract(dialect);
    const known = issueIds(contract).get(id);
    if (known === undefined) {
      return [];
    }
    const { topic, level, relay } = known;
    const source = issueSource(contract, id);
    const [, event] = /^event\.schema\.(.*)$/s.exec(id) ?? [];
    const shouldAt = event === undefined ? [] : harmlessPlaces(dialect, event);
    return [
      {
        dialect,
        topic,
        level,
        severity: severityOf(level),
        ...(relay === undefined ? {} : { ofRelay: { level: relay, severity: severityOf(relay) } }),
        ...(shouldAt.length === 0 ? {} : { shouldAt }),
        ...(source === undefined ? {} : { source }),
      },
    ];
  });
}

/** All ids that some dialect can raise. */
export function allIssueIds(): readonly string[] {
  return [...new Set(dialectIds.flatMap((dialect) => [...issueIds(loadContract(dialect).contract).keys()]))];
}

function severityOf(level: IssueLevel): Severity {
  return isMustLevel(level) ? 'must' : level === 'OBS' ? 'should' : 'note';
}
