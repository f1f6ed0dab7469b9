import { type EngineIssue, engineIssues } from './grammar/engine-issues.ts';
import { isHarmless } from './schema/harmless-places.ts';
import type { SchemaBreach } from './schema/schema-breach.ts';

/** The issue of a breach of a schema: a must, unless it is known of the place that no reader misses what is wrong there. */
export function schemaIssue(dialect: string, event: string, breach: SchemaBreach, refused: boolean): EngineIssue {
  const issue = engineIssues.schema(event);
  return isHarmless(dialect, event, breach, refused) ? { ...issue, level: 'OBS' } : issue;
}
