import type { Harm } from '../core/harm.ts';
import type { Requirement } from '../core/requirement.ts';
import { requirements } from './registry.generated.ts';

const byId = new Map<string, Requirement>(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement that a finding names; undefined if the report is of a version with different requirements. */
export function requirementOf(id: string): Requirement | undefined {
  return byId.get(id);
}

/** What a breach of a requirement costs; of one that this version does not have, nobody knows. */
export function harmOf(id: string): Harm {
  return requirementOf(id)?.harm ?? 'other';
}
