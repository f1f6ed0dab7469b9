import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { isArray, isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { ErrorClass } from '../../src/core/reported-error.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { type CorpusRow, corpusBytes, corpusFolder } from '../support/corpus/corpus.ts';
import { corpusDialects, corpusErrors, isFirstParty, traitsOf } from '../support/corpus/dialects.ts';
import { corpusCapture, factsOf, mustIssueIds } from '../support/streams/law-streams.ts';

/** What an error means, by its code or reason, where its status alone would say something else. */
const classesByCode: Readonly<Record<string, ErrorClass>> = {
  API_KEY_INVALID: 'authentication',
  context_length_exceeded: 'context_too_long',
  insufficient_quota: 'billing',
  model_not_found: 'not_found',
  previous_response_not_found: 'not_found',
};

/** Saved without its status, and the body does not say it, either. */
const statusByCode: Readonly<Record<string, number>> = {
  content_filter: 400,
  insufficient_quota: 429,
  invalid_json_schema: 400,
  invalid_parameter_error: 400,
};

const classesByStatus: Readonly<Record<number, ErrorClass>> = {
  400: 'bad_request',
  401: 'authentication',
  403: 'permission',
  404: 'not_found',
  413: 'too_large',
  422: 'unprocessable',
  429: 'rate_limit',
  500: 'server',
  503: 'overloaded',
};

/** The code, status and reason in an error document, found without any contract. */
function saidIn(row: CorpusRow): { readonly codes: readonly string[]; readonly status: number | undefined } {
  const parsed = parseJson(new TextDecoder().decode(corpusBytes(row)));
  const [body] = parsed.ok ? (isArray(parsed.value) ? parsed.value : [parsed.value]) : [];
  const error = isObject(body) ? body['error'] : undefined;
  if (!isObject(error)) {
    return { codes: [], status: undefined };
  }
  const { code, details } = error;
  const [detail] = details !== undefined && isArray(details) ? details : [];
  const words: readonly (JsonValue | undefined)[] = [isObject(detail) ? detail['reason'] : undefined, code];
  return {
    codes: words.filter((word) => typeof word === 'string'),
    status: typeof code === 'number' && code >= 400 && code < 600 ? code : undefined,
  };
}

function read(dialect: DialectId, row: CorpusRow): Reading {
  return readCapture(dialect, row.stream ? 'stream' : 'body', corpusCapture(row), {
    facts: factsOf(row),
    traits: traitsOf(row, dialect),
  });
}

describe.skipIf(corpusFolder() === undefined).each(corpusDialects)(
  'recorded %s errors (need ../shared/corpus)',
  (dialect, { fewest }) => {
    const rows = corpusErrors(dialect);

    it('are recognised as errors of their class, whatever their status and content type', () => {
      const classes = new Map<string, number>();
      for (const row of rows) {
        const { outcome } = read(dialect, row);
        const { codes, status } = saidIn(row);
        const recorded = row.httpStatus === 200 ? undefined : row.httpStatus;
        const [code = ''] = codes.filter((word) => Object.hasOwn(statusByCode, word));
        const wanted =
          codes.map((word) => classesByCode[word]).find((known) => known !== undefined) ??
          classesByStatus[recorded ?? status ?? statusByCode[code] ?? 0];
        expect(wanted, row.file).toBeDefined();
        expect({ phase: outcome.phase, integrity: outcome.integrity, class: outcome.error?.class }, row.file).toEqual({
          phase: 'failed',
          integrity: 'provider_error',
          class: wanted,
        });
        if (recorded !== undefined) {
          expect(outcome.error?.status, row.file).toBe(recorded);
        }
        classes.set(wanted ?? '', (classes.get(wanted ?? '') ?? 0) + 1);
      }
      expect(rows.length).toBeGreaterThanOrEqual(fewest.errors);
      const counts = [...classes].map(([name, count]) => `${count} ${name}`).join(', ');
      console.info(`${dialect}: ${rows.length} errors, ${counts}`);
    });

    it('of the provider itself break no must', () => {
      const own = rows.filter(isFirstParty);
      expect(own.length).toBeGreaterThanOrEqual(fewest.own.errors);
      expect(own.flatMap((row) => mustIssueIds(read(dialect, row)).map((id) => `${row.file} ${id}`))).toEqual([]);
      if (dialect === 'gemini-generate') {
        expect(own.filter((row) => !/^[A-Z_]+$/.test(read(dialect, row).outcome.error?.type ?? ''))).toEqual([]);
      }
    });
  },
);
