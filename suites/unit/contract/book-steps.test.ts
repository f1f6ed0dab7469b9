import { describe, expect, it } from 'vitest';
import type { ContractFormat } from '../../../src/contract/contract-format.ts';
import { compileGrammar } from '../../../src/contract/grammar/compiled-grammar.ts';
import { lookUpIssue } from '../../../src/contract/grammar/engine-issues.ts';
import { issueIds } from '../../../src/contract/issue-ids.ts';
import { parseContract } from '../../../src/contract/load.ts';
import { ContractReader } from '../../../src/contract/reader.ts';
import { createDriftSet } from '../../../src/contract/schema/drift.ts';
import { eventNames, type SchemaFiles } from '../../../src/contract/schema/schema-files.ts';
import { createSchemaSet } from '../../../src/contract/schema/schemas.ts';
import { patchedContract } from '../../../src/contract/traits/patched-contract.ts';
import { checkTraitReferences } from '../../../src/contract/traits/trait-references.ts';
import { createBodyDecoder } from '../../../src/wire/body-decoder.ts';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import {
  bookPath,
  contractBook,
  type Fence,
  pocketContract,
  pocketSteps,
} from '../../support/contract/contract-book.ts';
import { lines } from '../../support/contract/tiny-contract.ts';

/** The made-up dialect says nothing of its payloads. */
const schemas: SchemaFiles = {
  event: { $id: 'https://relaycert.dev/pocket/event.schema.json' },
  response: { $id: 'https://relaycert.dev/pocket/response.schema.json' },
  error: { $id: 'https://relaycert.dev/pocket/error.schema.json' },
  request: { $id: 'https://relaycert.dev/pocket/request.schema.json' },
};

/** What the contract makes of an answer, in the lines of the book. */
function readingOf(base: ContractFormat, sent: Fence, traits: readonly string[]): readonly string[] {
  const patched = patchedContract(base, traits);
  const contract = patched === undefined ? base : parseContract(JSON.stringify(patched), sent.heading);
  const form = sent.tag === 'body' ? 'body' : 'stream';
  const reader = new ContractReader(
    {
      ...compileGrammar(contract),
      schemas: createSchemaSet(schemas, sent.heading),
      drift: () => createDriftSet(schemas),
    },
    { asked: form, framing: form === 'body' ? 'body' : 'ndjson', facts: {}, status: undefined, drift: true, traits },
  );
  const decoder = form === 'body' ? createBodyDecoder() : createNdjsonDecoder();
  const fed = decoder.feed({ atMs: 0, bytes: Buffer.from(`${sent.text}\n`) });
  const ended = decoder.end().frames;
  fed.forEach((frame) => reader.step(frame));
  ended.forEach((frame) => reader.step(frame, true));
  reader.endCleanly();
  if (reader.terminal === undefined) {
    reader.reportNoTerminal({ frame: fed.length + ended.length - 1, position: 0 });
  }
  return [
    ...lines(reader.events),
    `ended: ${reader.terminal ?? 'no'}`,
    ...reader.issues.map(({ id, frame, topic, level }) => `issue at ${frame}: ${id} (${topic}, ${level})`),
  ];
}

/** Each reading of the book, with what was read and the contract as it stood then. */
const readings = contractBook().fences.flatMap((fence, index, fences) => {
  const before = fences.slice(0, index);
  const sent = before.findLast(({ tag }) => tag === 'stream' || tag === 'body');
  const [word, ...traits] = fence.tag.split(' ');
  const step = before.filter(({ tag }) => tag === 'step').length;
  return word === 'reading' && sent !== undefined
    ? [{ name: `${fence.heading} ${traits.join(' ')}`, fence, sent, traits, step }]
    : [];
});

describe('the worked example of the book', () => {
  it('ends with a contract whose rows of issues and traits speak of what it has', () => {
    const contract = pocketContract();
    const ids = [...issueIds(contract, eventNames(schemas)).keys()];
    expect(() => checkTraitReferences(contract, { issues: new Set(ids), schemas }, bookPath)).not.toThrow();
    const used = new Set(ids.map((id) => lookUpIssue(contract, id)));
    expect(Object.entries(contract.issues).filter(([, row]) => !used.has(row))).toEqual([]);
  });

  it('has ten steps, and each shows a reading of its own', () => {
    expect(pocketSteps).toHaveLength(10);
    expect(new Set(readings.map(({ step }) => step)).size).toBe(10);
  });

  it.each(readings)('$name', ({ fence, sent, traits, step }) => {
    expect(readingOf(pocketContract(step), sent, traits).join('\n')).toBe(fence.text);
  });
});
