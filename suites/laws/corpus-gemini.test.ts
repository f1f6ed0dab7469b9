import { describe, expect, it } from 'vitest';
import type { Choice, Outcome } from '../../src/core/outcome.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { Mode } from '../../src/core/route.ts';
import { dialect } from '../../src/dialects/gemini-generate/index.ts';
import { translateCapture } from '../../src/fake-relay/translate.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { type CorpusRow, corpusBytes, corpusFolder } from '../support/corpus/corpus.ts';
import { corpusAnswers, corpusName, traitsOf } from '../support/corpus/dialects.ts';
import { dialectSamples } from '../support/dialects.generated.ts';
import { captureOf, factsOf, mustIssueIds } from '../support/streams/law-streams.ts';

const excepted = new Set((dialectSamples['gemini-generate'].corpus?.exceptions ?? []).flatMap(({ ids }) => ids));
const excused = (row: CorpusRow): boolean => excepted.has(corpusName(row));
const answers = corpusAnswers('gemini-generate');
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

/** Everything that an answer says, except the borders of its opaque values. */
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
  it('has as many calls as its bytes hold, each whole', () => {
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

  it('says the same to a client of the same dialect through a faithful relay', () => {
    const encoder = { id: 'relay', model: 'relay', created: 0, includeUsage: true };
    const plain = answers.filter((row) => !excused(row));
    for (const row of plain) {
      const reading = read(row);
      const shared = { client: dialect.id, upstream: dialect.id, encoder } as const;
      const upstreamTraits = traitsOf(row, dialect.id);
      const { head, writes } = translateCapture(reading.capture, { ...shared, mode: modeOf(row), upstreamTraits });
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

/** If an answer has neither id nor model, the relay gives it its own. */
function withOwnIdentity(outcome: Outcome): Outcome {
  return { ...outcome, id: outcome.id ?? 'relay', model: outcome.model ?? 'relay' };
}
