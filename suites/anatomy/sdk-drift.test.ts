import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareFacts } from '../../scripts/sdk-drift/compare.ts';
import type { ContractDocuments, Facts } from '../../scripts/sdk-drift/comparison.ts';
import { comparisons } from '../../scripts/sdk-drift/comparisons.generated.ts';
import { collectFacts } from '../../scripts/sdk-drift/facts.ts';
import { readDocuments, readListed } from '../../scripts/sdk-drift/read-documents.ts';
import { openSdkTypes } from '../../scripts/sdk-drift/sdk-files.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { isObject, type JsonObject, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { runCommand } from '../support/cli/run-cli.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const contracts = join(packageRoot, 'contracts');
const types = openSdkTypes();

const collected = new Map<DialectId, readonly Facts[]>();

function factsOf(dialect: DialectId): readonly Facts[] {
  const facts =
    collected.get(dialect) ?? collectFacts(comparisons[dialect] ?? [], types, readDocuments(contracts, dialect));
  collected.set(dialect, facts);
  return facts;
}

/** The comparison of the event types only, for contracts that are not ours. */
function eventFactsOf(dialect: DialectId, documents: ContractDocuments): readonly Facts[] {
  const events = (comparisons[dialect] ?? []).filter(({ kind }) => kind.startsWith('event type'));
  return collectFacts(events, types, documents);
}

/** Drift as `kind: name, the only side that has it`, and what is listed but does not differ. */
function driftOf(dialect: DialectId, facts: readonly Facts[]): readonly string[] {
  const { kinds, stale } = compareFacts(facts, readListed(contracts, dialect));
  const drift = kinds.flatMap(({ kind, differences }) =>
    differences.filter(({ reason }) => reason === undefined).map(({ side, name }) => `${kind}: ${name}, ${side}`),
  );
  return [...drift, ...stale];
}

/** Each kind on which both sides must agree, with each name on which they do agree. */
function agreed(dialect: DialectId): readonly { readonly kind: string; readonly name: string }[] {
  return factsOf(dialect).flatMap(({ kind, direction, form, sdk, contract }) =>
    direction === 'contract-in-sdk' || form === 'paths'
      ? []
      : sdk.filter((name) => contract.includes(name)).map((name) => ({ kind, name })),
  );
}

const eventDialects = ['anthropic-messages', 'openai-responses'] as const;

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** The documents without the schema of one event. */
function withoutEventSchema(documents: ContractDocuments, name: string): ContractDocuments {
  const event = documents.schemas['event'] ?? {};
  const definitions = isObject(event['$defs']) ? event['$defs'] : {};
  return {
    ...documents,
    schemas: { ...documents.schemas, event: { ...event, $defs: without(definitions, `event.${name}`) } },
  };
}

/** Providers that publish an SDK with types. */
const compared = dialectIds.filter((dialect) => comparisons[dialect] !== undefined);

test('the contracts of four dialects have an SDK to compare with', () => {
  expect(compared).toEqual(expect.arrayContaining([...eventDialects, 'gemini-generate', 'openai-chat']));
});

describe.each(compared)('the contract of %s and the SDK of its provider', (dialect) => {
  test('differ only in what is listed with a reason, and everything listed does differ', () => {
    expect(driftOf(dialect, factsOf(dialect))).toEqual([]);
  });

  test('are compared at all', () => {
    expect(agreed(dialect).length).toBeGreaterThan(20);
  });

  test('differ when the contract loses any one name', () => {
    const facts = factsOf(dialect);
    const unseen = agreed(dialect).filter(({ kind, name }) => {
      const lost = facts.map((fact) =>
        fact.kind === kind ? { ...fact, contract: fact.contract.filter((item) => item !== name) } : fact,
      );
      return !driftOf(dialect, lost).includes(`${kind}: ${name}, sdk`);
    });
    expect(unseen).toEqual([]);
  });

  test('differ when the SDK loses any one name', () => {
    const facts = factsOf(dialect);
    const bothWays = new Set(facts.filter(({ direction }) => direction === 'both').map(({ kind }) => kind));
    const unseen = agreed(dialect).filter(({ kind, name }) => {
      const lost = facts.map((fact) =>
        fact.kind === kind ? { ...fact, sdk: fact.sdk.filter((item) => item !== name) } : fact,
      );
      return bothWays.has(kind) && !driftOf(dialect, lost).includes(`${kind}: ${name}, contract`);
    });
    expect(unseen).toEqual([]);
  });
});

describe.each(eventDialects)('an event type of %s', (dialect) => {
  const documents = readDocuments(contracts, dialect);
  const shared = agreed(dialect).flatMap(({ kind, name }) => (kind === 'event type' ? [name] : []));
  const families = new Set(
    (documents.contract.families ?? []).flatMap(({ stem }) => [`${stem}.delta`, `${stem}.done`]),
  );

  test.each(shared.filter((name) => !families.has(name)))('%s is missed when the rules lose it', (name) => {
    const { contract } = documents;
    const rules = Object.fromEntries(Object.entries(contract.rules).filter(([event]) => event !== name));
    const drift = driftOf(dialect, eventFactsOf(dialect, { ...documents, contract: { ...contract, rules } }));
    expect(drift).toContain(`event type in the rules: ${name}, sdk`);
  });

  test.each(shared)('%s is missed when the schemas lose it', (name) => {
    const drift = driftOf(dialect, eventFactsOf(dialect, withoutEventSchema(documents, name)));
    expect(drift).toContain(`event type: ${name}, sdk`);
  });
});

describe('npm run sdk-drift', () => {
  const script = join(packageRoot, 'scripts', 'sdk-drift.ts');
  const run = (...words: readonly string[]) => runCommand(process.execPath, [script, ...words], packageRoot);

  /** A copy of the contracts with one file changed. */
  function changedContracts(path: string, change: (document: JsonObject) => JsonObject): string {
    const folder = temporaryFolder();
    cpSync(contracts, folder, { recursive: true });
    const parsed = parseJson(readFileSync(join(folder, path), 'utf8'));
    writeFileSync(join(folder, path), JSON.stringify(change(parsed.ok && isObject(parsed.value) ? parsed.value : {})));
    return folder;
  }

  test('prints a table of every dialect and exits with 0', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const dialect of dialectIds) {
      expect(stdout).toMatch(new RegExp(`^${dialect}$`, 'm'));
    }
    expect(stdout).toMatch(/^ {2}event type +6 +8 +2 +0$/m);
    expect(stdout).toMatch(/^no drift$/m);
  });

  test('says with --reasons why a difference is right', async () => {
    const { code, stdout } = await run('--reasons');
    expect(code).toBe(0);
    expect(stdout).toMatch(/event type, in the contract only: ping \(.{10,}\)/);
  });

  test('exits with 1 and names the event type that a contract has lost', async () => {
    const folder = changedContracts('anthropic-messages/contract.json', (contract) => ({
      ...contract,
      rules: without(isObject(contract['rules']) ? contract['rules'] : {}, 'message_stop'),
    }));
    const { code, stdout } = await run('--contracts', folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(/event type in the rules .*\n +✗ in the SDK only: message_stop\n/);
  });

  test('exits with 1 and names the stop reason that no SDK has', async () => {
    const folder = changedContracts('openai-chat/contract.json', (contract) => {
      const finish = isObject(contract['finish']) ? contract['finish'] : {};
      const read = isObject(finish['read']) ? finish['read'] : {};
      return { ...contract, finish: { ...finish, read: { ...read, finished_somehow: 'stop' } } };
    });
    const { code, stdout } = await run('--contracts', folder);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ in the contract only: finished_somehow');
  });

  test('exits with 1 when a listed difference does not exist', async () => {
    const listed = { kind: 'event type', side: 'sdk', names: ['message_stop'], reason: 'it has never been there' };
    const folder = changedContracts('anthropic-messages/sdk-drift.json', () => ({ listed: [listed] }));
    const { code, stdout } = await run('--contracts', folder);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ listed, but not a difference: event type: message_stop (SDK only)');
  });

  test.each([
    { words: ['--nonsense'], line: /^.*--nonsense.*: these arguments are unknown \(.+\)\n$/ },
    { words: ['--contracts', 'no-such-folder'], line: /^.*no-such-folder: there is no such folder \(.+\)\n$/ },
    { words: ['--contracts', 'recordings'], line: /^.*contract\.json: there is no such file \(.+\)\n$/ },
  ])('answers $words with one line and exit code 2', async ({ words, line }) => {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(line);
  });

  test.each([
    ['a key that is unknown', { listed: [], more: 1 }],
    ['a reason that says nothing', { listed: [{ kind: 'a', side: 'sdk', names: ['b'], reason: '' }] }],
  ])('refuses a list with %s in one line', async (_what, list) => {
    const folder = changedContracts('openai-chat/sdk-drift.json', () => list);
    const { code, stdout, stderr } = await run('--contracts', folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^.*openai-chat\/sdk-drift\.json#.*: .+ \(see contracts\/meta\/sdk-drift\.schema\.json\)\n$/,
    );
  });
});
