import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../src/core/exchange.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { ErrorClass } from '../../src/core/reported-error.ts';
import { readCapture } from '../../src/outcome/read.ts';
import { type CorpusRow, corpusFolder, corpusRows } from '../support/corpus.ts';
import { captureOf, corpusCapture, cutsOf, factsOf, mustIssueIds, terminalEnd } from '../support/law-streams.ts';
import { serverTraits, traitsOf } from '../support/server-traits.ts';

/** Dialects whose traits are told by server. */
const judged = ['openai-responses'] as const satisfies readonly DialectId[];

type JudgedDialect = (typeof judged)[number];

/** Answers that break a must in spite of the traits of their server, each with its reason and what is found. */
interface Exception {
  readonly id: string;
  readonly reason: string;
  readonly issues: readonly string[];
}

const exceptions: Readonly<Record<JudgedDialect, readonly Exception[]>> = {
  'openai-responses': [
    {
      id: 'openai-issue-18970-programmatic-approval.1-0-490f94',
      reason: 'the reproduction of an issue: an item without its beginning, snapshots shortened to a few fields',
      issues: [
        ...['event.schema.response.completed', 'event.schema.response.created'],
        ...['item.gap', 'item.not-open', 'response.status', 'sequence.absent'],
      ],
    },
    {
      id: 'openai-openai-custom-text-tool.1-0-509f16',
      reason: 'a fixture from which events were taken out: the first item, and the done event of the input',
      issues: ['item.done-missing', 'item.gap', 'item.unknown'],
    },
    {
      id: 'openai-openai-image-generation-tool.1-0-c72f62',
      reason: 'a fixture that ends before the terminal event',
      issues: ['terminal.missing'],
    },
    {
      id: 'openai-openai-issue-8562-missing-reasoning-summary.1-0-983d35',
      reason: 'the reproduction of an issue: deltas were taken out, and it ends before the terminal event',
      issues: ['part.unknown', 'terminal.missing'],
    },
    {
      id: 'openai-openai-phase.1-0-5ac4f6',
      reason: 'a fixture that shows `phase`: deltas and whole items were taken out',
      issues: ['item.gap', 'item.unknown', 'part.sum.text'],
    },
    {
      id: 'openai-openai-shell-container.1-0-e82950',
      reason: 'a fixture in which the text is a placeholder, but not in its deltas',
      issues: ['part.sum.text'],
    },
    {
      id: 'openai-test-openai-previous-response-id-1-4e608d',
      reason: 'written by hand though filed as recorded: the status `complete` exists nowhere else',
      issues: ['terminal.missing'],
    },
    {
      id: 'mistral.rs-responses-api-responses-api-reasoning-plus-answer-completes-0-164aaa',
      reason: 'mistral.rs leaves annotations out, which the SDK helper pushes to',
      issues: ['event.schema.$body'],
    },
    {
      id: 'xai-chat-with-schema-with-xai-grok-4-1-fast-non-reasoning-accepts-schematist-schema-class-instances-and-return-b1a273',
      reason: 'xAI repeats the format of the request without the name that the client left out',
      issues: ['event.schema.$body'],
    },
  ],
};

/** Answers that never come to an end, but break nothing: a fetched background response that still runs. */
const pending: Readonly<Record<JudgedDialect, readonly string[]>> = {
  'openai-responses': ['openai-test-background-mode-vcr-1-4d554b'],
};

/** Streams in which the provider reports an error, as it should. */
const failing: Readonly<Record<JudgedDialect, readonly string[]>> = {
  'openai-responses': ['openai-openai-error.1-0-ce62fa'],
};

/** What an error body means where its status alone would say something else. */
const classesByCode: Readonly<Record<string, ErrorClass>> = {
  model_not_found: 'not_found',
  previous_response_not_found: 'not_found',
  context_length_exceeded: 'context_too_long',
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

function read(dialect: DialectId, row: CorpusRow): Reading {
  const traits = traitsOf(row, dialect);
  return readCapture(dialect, row.stream ? 'stream' : 'body', corpusCapture(row), { facts: factsOf(row), traits });
}

const nameOf = (row: CorpusRow): string => row.id.slice(row.id.indexOf('/') + 1);

describe.skipIf(corpusFolder() === undefined).each(judged)('recorded %s answers (need ../shared/corpus)', (dialect) => {
  const rows = corpusRows().filter((row) => row.dialect === dialect && row.httpStatus === 200);
  const excepted = exceptions[dialect];
  const plain = rows.filter((row) => !excepted.some(({ id }) => id === nameOf(row)));

  it('break no must of their contract, with the traits of their server', () => {
    const breaking = plain.flatMap((row) => mustIssueIds(read(dialect, row)).map((id) => `${nameOf(row)} ${id}`));
    expect(breaking).toEqual([]);
    console.info(
      `${dialect}: ${plain.length} of ${rows.length} answers break no must, ${excepted.length} are excepted`,
    );
  });

  it('are complete, but for those that never end and those that fail', () => {
    const others = new Map<string, string[]>();
    for (const row of plain) {
      const { integrity } = read(dialect, row).outcome;
      if (integrity !== 'complete') {
        others.set(integrity, [...(others.get(integrity) ?? []), nameOf(row)]);
      }
    }
    expect(Object.fromEntries(others)).toEqual({ no_end_marker: pending[dialect], provider_error: failing[dialect] });
  });

  it.each(excepted)('but for $id: $reason', ({ id, issues }) => {
    const found = rows.filter((row) => nameOf(row) === id);
    expect(found).toHaveLength(1);
    for (const row of found) {
      expect(mustIssueIds(read(dialect, row)).toSorted()).toEqual(issues);
      expect(read(dialect, row).outcome.integrity).not.toBe('complete');
    }
  });

  it('need each trait that their server is said to have', () => {
    const unused = Object.entries(serverTraits[dialect]).flatMap(([server, traits]) =>
      traits
        .filter((trait) => {
          const without = traits.filter((other) => other !== trait);
          return rows
            .filter((row) => row.server === server)
            .every((row) => {
              const mode = row.stream ? 'stream' : 'body';
              const bare = readCapture(dialect, mode, corpusCapture(row), { facts: factsOf(row), traits: without });
              return bare.issues.length === read(dialect, row).issues.length;
            });
        })
        .map((trait) => `${server} ${trait}`),
    );
    expect(unused).toEqual([]);
  });

  it('are never complete before their terminal, wherever they are cut', { timeout: 60_000 }, () => {
    let cuts = 0;
    for (const row of plain.filter((candidate) => candidate.stream)) {
      const reading = read(dialect, row);
      const bytes = joinChunks(reading.capture.chunks);
      const end = terminalEnd(reading);
      expect(end, row.file).toBeDefined();
      for (const cut of cutsOf(reading, end ?? 0, { everyByte: 0, random: 40 }).filter((_, turn) => turn % 5 === 0)) {
        const capture = captureOf(bytes.subarray(0, cut));
        const { outcome } = readCapture(dialect, 'stream', capture, { traits: traitsOf(row, dialect) });
        if (outcome.integrity === 'complete' || outcome.phase === 'completed') {
          expect.fail(`${row.file} is ${outcome.phase} and ${outcome.integrity} after ${cut} of ${bytes.length} bytes`);
        }
        cuts += 1;
      }
    }
    expect(cuts).toBeGreaterThan(1_000);
    console.info(`${dialect}: ${cuts} prefixes without a terminal, none complete`);
  });

  it('that are errors are recognised as errors of their class', () => {
    const errors = corpusRows().filter((row) => row.dialect === dialect && (row.httpStatus ?? 0) >= 400);
    expect(errors.length).toBeGreaterThan(10);
    for (const row of errors) {
      const { outcome } = read(dialect, row);
      const { error } = outcome;
      const expected = classesByCode[error?.code ?? ''] ?? classesByStatus[row.httpStatus ?? 0];
      expect({ phase: outcome.phase, integrity: outcome.integrity, class: error?.class }, row.file).toEqual({
        phase: 'failed',
        integrity: 'provider_error',
        class: expected,
      });
      expect(error?.status, row.file).toBe(row.httpStatus);
    }
  });
});
