import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { isArray, isObject, parseJson } from '../../../src/core/json.ts';
import { dialectSamples } from '../dialects.generated.ts';
import { type CorpusRow, corpusRows, corpusText } from './corpus.ts';
import type { CorpusKnowledge } from './knowledge.ts';

/** The dialects that the corpus has traffic of, with what is known of it. */
export const corpusDialects: readonly (readonly [DialectId, CorpusKnowledge])[] = dialectIds.flatMap((dialect) => {
  const { corpus } = dialectSamples[dialect];
  return corpus === undefined ? [] : [[dialect, corpus] as const];
});

/** The answers in a dialect, streams and bodies: status 200, or one that was not recorded, and no error document. */
export function corpusAnswers(dialect: DialectId): readonly CorpusRow[] {
  return corpusRows().filter(
    (row) => speaks(row, dialect) && (row.httpStatus ?? 200) === 200 && !holdsErrorDocument(row),
  );
}

/** The errors in a dialect, whatever status they came with. */
export function corpusErrors(dialect: DialectId): readonly CorpusRow[] {
  return corpusRows().filter(
    (row) => speaks(row, dialect) && ((row.httpStatus ?? 200) !== 200 || holdsErrorDocument(row)),
  );
}

/** Looks at the bytes alone. A failed response that says its error is an answer of its dialect. */
function holdsErrorDocument(row: CorpusRow): boolean {
  const parsed = parseJson(corpusText(row));
  const [first] = parsed.ok ? (isArray(parsed.value) ? parsed.value : [parsed.value]) : [];
  return isObject(first) && first['object'] !== 'response' && (first['error'] ?? null) !== null;
}

/** Whether the body comes from whoever defines its dialect, and not from a relay or a compatible server. */
export function isFirstParty(row: CorpusRow): boolean {
  return corpusDialects.some(([, { speaks, ownServers }]) => speaks(row) && ownServers.includes(row.server));
}

/** Whether the body speaks this dialect. */
export function speaks(row: CorpusRow, dialect: DialectId): boolean {
  return dialectSamples[dialect].corpus?.speaks(row) === true;
}

/** The traits that a row of the corpus is read with. */
export function traitsOf(row: CorpusRow, dialect: DialectId): readonly string[] {
  const { serverTraits = {}, exchangeTraits = [] } = dialectSamples[dialect].corpus ?? {};
  const own = exchangeTraits.filter(({ applies }) => applies(row)).map(({ trait }) => trait);
  return [...new Set([...(serverTraits[row.server] ?? []), ...own])];
}

/** The id of a row without its dialect. */
export const corpusName = (row: CorpusRow): string => row.id.slice(row.id.indexOf('/') + 1);
