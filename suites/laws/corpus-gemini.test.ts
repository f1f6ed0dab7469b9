import { describe, expect, it } from 'vitest';
import { joinChunks } from '../../src/core/exchange.ts';
import { isArray, isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import type { Choice, Outcome } from '../../src/core/outcome.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { ErrorClass } from '../../src/core/reported-error.ts';
import type { Mode } from '../../src/core/route.ts';
import { dialect } from '../../src/dialects/gemini-generate/index.ts';
import { translateCapture } from '../../src/fake-relay/translate.ts';
import { readCapture } from '../../src/outcome/read.ts';
import { type CorpusRow, corpusBytes, corpusFolder, corpusRows, speaks } from '../support/corpus.ts';
import { captureOf, cutsOf, factsOf, mustIssueIds, terminalEnd } from '../support/law-streams.ts';
import { traitsOf } from '../support/server-traits.ts';

interface Exception {
  readonly reason: string;
  /** Ends of the ids that the manifest has for them. */
  readonly ids: readonly string[];
  readonly issues: readonly string[];
}

/** Answers that are not complete, each with its reason: all of them are mocks that SDKs ship, some edited by hand. */
const exceptions: readonly Exception[] = [
  {
    reason: 'the saved file lost the blank line behind its last event, so the finish was never dispatched',
    ids: ['5c106a', '8bd92c', '1c42f4', '1066d8'],
    issues: ['terminal.missing', 'wire.unterminated'],
  },
  {
    reason: 'edited by hand: text, then a block reason, no finish reason; it lost its last blank line as well',
    ids: ['9f2279'],
    issues: ['terminal.missing', 'wire.unterminated'],
  },
  {
    reason: 'no candidates, and a message of a block without its reason',
    ids: ['ec7b92'],
    issues: ['terminal.missing'],
  },
  {
    reason: 'a candidate without a finish reason',
    ids: ['f6be8d'],
    issues: ['terminal.missing'],
  },
];

/** Streams that say a finish reason more than once; none can tell which one is the last. */
const repeaters = ['7a29ae', '447344', '509d6a', '040424'];

const hasId = (row: CorpusRow, ids: readonly string[]): boolean => ids.some((id) => row.id.endsWith(id));
const excused = (row: CorpusRow): boolean => exceptions.some(({ ids }) => hasId(row, ids));

const rows = corpusRows().filter((row) => speaks(row, 'gemini-generate'));
const answers = rows.filter((row) => row.httpStatus === 200);
const errors = rows.filter((row) => row.httpStatus !== 200);
const streams = answers.filter((row) => row.stream);

function modeOf(row: CorpusRow): Mode {
  return row.stream ? 'stream' : 'body';
}

function headersOf(row: CorpusRow): readonly (readonly [string, string])[] {
  const usual = row.framing.startsWith('sse') ? 'text/event-stream' : 'application/json';
  return [['content-type', row.contentType ?? usual]];
}

function read(row: CorpusRow, bytes: Uint8Array = corpusBytes(row), status = 200): Reading {
  const capture = captureOf(bytes, { status, headers: headersOf(row) });
  const options = { facts: factsOf(row), traits: traitsOf(row, 'gemini-generate') };
  return readCapture('gemini-generate', modeOf(row), capture, options);
}

/** All that an answer says, but for the borders of its opaque values. */
function substance(outcome: Outcome): object {
  const { id, model, usage, choices } = outcome;
  return { id, model, usage, choices: choices.map(saidBy) };
}

function saidBy({ index, text, reasoning, finish, parts }: Choice): object {
  return {
    index,
    text,
    reasoning,
    finish,
    parts: parts
      .filter(({ kind, content }) => kind !== 'text' || content !== '')
      .map(({ kind, name, content, tool, opaque }) => ({
        kind,
        name,
        content,
        tool,
        opaque: opaque.map(({ value }) => value),
      })),
  };
}

describe.skipIf(corpusFolder() === undefined)('recorded Gemini traffic (needs ../shared/corpus)', () => {
  it('is complete and breaks no must, stream or body', () => {
    const plain = answers.filter((row) => !excused(row));
    for (const row of plain) {
      const reading = read(row);
      expect({ integrity: reading.outcome.integrity, issues: mustIssueIds(reading) }, row.file).toEqual({
        integrity: 'complete',
        issues: [],
      });
    }
    expect(streams.length).toBeGreaterThan(70);
    expect(answers.length - streams.length).toBeGreaterThan(120);
    console.info(`gemini-generate: ${plain.length} of ${answers.length} answers are complete without a must-finding`);
  });

  it.each(exceptions)('but for those where $reason', ({ ids, issues }) => {
    const excepted = answers.filter((row) => hasId(row, ids));
    expect(excepted).toHaveLength(ids.length);
    for (const row of excepted) {
      const reading = read(row);
      expect(reading.outcome.integrity, row.file).toBe('no_end_marker');
      expect([...mustIssueIds(reading)].sort(), row.file).toEqual(issues);
    }
  });

  it('is complete where the blank line that a file lost is given back', () => {
    const [lost] = exceptions;
    for (const row of answers.filter((candidate) => hasId(candidate, lost?.ids ?? []))) {
      expect(read(row, Buffer.concat([corpusBytes(row), Buffer.from('\r\n\r\n')])).outcome.integrity, row.file).toBe(
        'complete',
      );
    }
  });

  it('finishes with a reason that the manifest names too', () => {
    const named = answers.filter((row) => row.finish.length > 0 && !excused(row));
    for (const row of named) {
      const raw = read(row).outcome.choices.map(({ finish }) => finish?.raw ?? '');
      expect(
        raw.every((reason) => row.finish.some((known) => known.startsWith(reason))),
        `${row.file} ${raw}`,
      ).toBe(true);
    }
    expect(named.length).toBeGreaterThan(190);
  });

  it('says as many calls as there are in it, each whole', () => {
    const calling = answers.filter((row) => row.features.includes('tool_call') && !excused(row));
    for (const row of calling) {
      const tools = read(row).outcome.choices.flatMap((choice) => choice.tools);
      expect(tools.length, row.file).toBeGreaterThan(0);
      expect(
        tools.every(({ completed, arguments: args }) => completed && args.state === 'parsed'),
        row.file,
      ).toBe(true);
    }
    expect(calling.length).toBeGreaterThan(60);
  });

  it('is never complete before its last finish reason, wherever a stream is cut', { timeout: 60_000 }, () => {
    let cuts = 0;
    for (const row of streams.filter((candidate) => !excused(candidate) && !hasId(candidate, repeaters))) {
      const reading = read(row);
      const bytes = joinChunks(reading.capture.chunks);
      const end = terminalEnd(reading);
      expect(end, row.file).toBeDefined();
      for (const cut of cutsOf(reading, end ?? 0, { everyByte: 5_000, random: 60 })) {
        const { outcome } = read(row, bytes.subarray(0, cut));
        if (outcome.integrity === 'complete' || outcome.phase === 'completed') {
          expect.fail(`${row.file} is ${outcome.phase} and ${outcome.integrity} after ${cut} of ${bytes.length} bytes`);
        }
        cuts += 1;
      }
    }
    expect(cuts).toBeGreaterThan(20_000);
    console.info(`gemini-generate: ${cuts} prefixes without the last finish reason, none complete`);
  });

  it(`is complete before that only in ${repeaters.length} streams that repeat it, and never without one`, () => {
    const repeating = streams.filter((row) => hasId(row, repeaters));
    expect(repeating).toHaveLength(repeaters.length);
    for (const row of repeating) {
      const reading = read(row);
      const bytes = joinChunks(reading.capture.chunks);
      const cuts = reading.frames.map(({ span: [, to] }) => to).filter((to) => to < (terminalEnd(reading) ?? 0));
      const early = cuts
        .map((cut) => read(row, bytes.subarray(0, cut)).outcome)
        .filter(({ integrity }) => integrity === 'complete');
      expect(early.length, row.file).toBeGreaterThan(0);
      expect(
        early.every(({ choices }) => choices.every(({ finish }) => finish !== undefined)),
        row.file,
      ).toBe(true);
    }
  });

  it('is never complete as half a body, or as an array that does not close', () => {
    const documents = answers.filter((row) => row.framing.startsWith('json') && !excused(row));
    for (const row of documents) {
      const bytes = corpusBytes(row);
      const whole = new TextDecoder().decode(bytes).trimEnd().length;
      for (const part of [0.1, 0.5, 0.9, 1]) {
        const cut = Buffer.from(new TextDecoder().decode(bytes).slice(0, Math.floor(part * whole) - 1));
        expect(read(row, cut).outcome.integrity, `${row.file} ${part}`).not.toBe('complete');
      }
    }
  });

  it('says the same behind a faithful relay to a client of the same dialect', () => {
    const encoder = { id: 'relay', model: 'relay', created: 0, includeUsage: true };
    const plain = answers.filter((row) => !excused(row));
    for (const row of plain) {
      const reading = read(row);
      const shared = { client: dialect.id, upstream: dialect.id, encoder } as const;
      const { head, writes } = translateCapture(reading.capture, { ...shared, mode: modeOf(row) });
      const capture = {
        ...(head === undefined ? {} : { head }),
        chunks: writes,
        ending: 'clean',
        endedAtMs: 0,
      } as const;
      const passed = readCapture(dialect.id, modeOf(row), capture, { facts: factsOf(row) });
      if (reading.outcome.choices.some(({ finish }) => finish?.raw === '1')) {
        // Numbers of enumerations become their names.
        expect(passed.outcome.choices.map(({ finish }) => finish)).toEqual([{ kind: 'stop', raw: 'STOP' }]);
        continue;
      }
      expect(mustIssueIds(passed), row.file).toEqual([]);
      expect(substance(passed.outcome), row.file).toEqual(substance(withOwnIdentity(reading.outcome)));
    }
  });

  it('says in a body what it says in a stream', () => {
    const options = { id: 'relay', model: 'relay', created: 0, includeUsage: true };
    for (const row of streams.filter((candidate) => !excused(candidate))) {
      const { outcome } = read(row);
      const bytes = Buffer.from(JSON.stringify(dialect.encodeBody(outcome, options)));
      const capture = captureOf(bytes, { headers: [['content-type', 'application/json']] });
      const body = readCapture(dialect.id, 'body', capture, { facts: factsOf(row) });
      expect(mustIssueIds(body), row.file).toEqual([]);
      const said = ({ choices, usage }: Outcome): object => ({
        usage,
        choices: choices.map(({ text, reasoning, tools, finish }) => ({ text, reasoning, tools, kind: finish?.kind })),
      });
      expect(said(body.outcome), row.file).toEqual(said(outcome));
    }
  });
});

/** Where an answer brings neither id nor model, the relay gives it its own. */
function withOwnIdentity(outcome: Outcome): Outcome {
  return { ...outcome, id: outcome.id ?? 'relay', model: outcome.model ?? 'relay' };
}

/** What the errors of the corpus mean, by status and reason. */
const meanings: Readonly<Record<string, ErrorClass>> = {
  '400': 'bad_request',
  '400 API_KEY_INVALID': 'authentication',
  '403': 'permission',
  '404': 'not_found',
  '429': 'rate_limit',
};

describe.skipIf(corpusFolder() === undefined)('recorded Gemini errors (need ../shared/corpus)', () => {
  it('are recognised, each as an error of its class, whatever content type they came under', () => {
    const classes = new Map<string, number>();
    for (const row of errors) {
      const { code, reason } = statedIn(corpusBytes(row));
      const reading = read(row, corpusBytes(row), row.httpStatus ?? code);
      const { outcome } = reading;
      const wanted = meanings[`${code} ${reason}`] ?? meanings[String(code)];
      expect(outcome, row.file).toMatchObject({
        phase: 'failed',
        integrity: 'provider_error',
        error: { class: wanted },
      });
      expect(outcome.error?.type, row.file).toMatch(/^[A-Z_]+$/);
      expect(mustIssueIds(reading), row.file).toEqual([]);
      classes.set(wanted ?? '', (classes.get(wanted ?? '') ?? 0) + 1);
    }
    expect(errors.length).toBeGreaterThan(10);
    console.info(
      `gemini-generate: ${errors.length} errors, ${[...classes].map(([name, count]) => `${count} ${name}`).join(', ')}`,
    );
  });
});

function statedIn(bytes: Uint8Array): { readonly code: number; readonly reason: string } {
  const parsed = parseJson(new TextDecoder().decode(bytes));
  const body: JsonValue = parsed.ok ? parsed.value : null;
  const error = isObject(body) ? body['error'] : undefined;
  const details = isObject(error) ? error['details'] : undefined;
  const [detail] = details !== undefined && isArray(details) ? details : [];
  return {
    code: isObject(error) ? Number(error['code']) : 0,
    reason: isObject(detail) ? String(detail['reason']) : '',
  };
}
