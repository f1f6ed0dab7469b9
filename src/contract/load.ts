import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { HarnessFault } from '../core/fault.ts';
import { isObject, parseJson } from '../core/json.ts';
import { packageRoot } from '../core/package-root.ts';
import type { ContractFormat } from './contract-format.ts';
import { type CompiledGrammar, compileGrammar } from './grammar/compiled-grammar.ts';
import { issueIds } from './issue-ids.ts';
import { compileDrift, type DriftSet } from './schema/drift.ts';
import { eventNames, packagedSchemas } from './schema/schema-files.ts';
import { compileSchemas, type SchemaSet } from './schema/schemas.ts';
import { knownTraits } from './traits/known-traits.ts';
import { patchedContract } from './traits/patched-contract.ts';
import { checkTraitReferences } from './traits/trait-references.ts';

/** What a dialect's folder says, compiled: the order rules, and what payloads are held against. */
export interface Contract extends CompiledGrammar {
  readonly schemas: SchemaSet;
  /** Made when first asked for: whoever only wants the outcome needs none. */
  readonly drift: () => DriftSet;
}

const loaded = new Map<string, Contract>();

/**
 * Loads and compiles a dialect's contract once, as it holds for a server with these traits.
 *
 * @throws UsageFault for a trait that the contract does not have
 * @throws HarnessFault when the file is not a valid contract
 */
export function loadContract(dialect: DialectId, traits: readonly string[] = []): Contract {
  const key = [dialect, ...traits].join(' ');
  let contract = loaded.get(key);
  if (contract === undefined) {
    const place = join(packageRoot, 'contracts', dialect, 'contract.json');
    const base = traits.length === 0 ? readContract(dialect, place) : loadContract(dialect).contract;
    knownTraits(base, traits, place);
    const patched = patchedContract(base, traits);
    contract = {
      ...compileGrammar(
        patched === undefined ? base : parseContract(JSON.stringify(patched), `${place} with ${traits.join(', ')}`),
      ),
      schemas: compileSchemas(dialect),
      drift: () => compileDrift(dialect),
    };
    loaded.set(key, contract);
  }
  return contract;
}

/** Reads one contract file; a file that breaks the meta schema, or whose traits name what is not there, never becomes a contract. */
function readContract(dialect: DialectId, path: string): ContractFormat {
  const contract = parseContract(readFileSync(path, 'utf8'), path);
  const schemas = packagedSchemas(dialect);
  const issues = new Set(issueIds(contract, eventNames(schemas)).keys());
  checkTraitReferences(contract, { issues, schemas }, path);
  return contract;
}

/** @param place what to name in the HarnessFault when the text is not a valid contract */
export function parseContract(text: string, place: string): ContractFormat {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    throw new HarnessFault(
      `the contract is not JSON: ${parsed.message}`,
      place,
      'mend the file or reinstall relaycert',
    );
  }
  const value: unknown = parsed.value;
  const validate = metaValidator();
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const where = `${place}#${first?.instancePath ?? ''}`;
    throw new HarnessFault(
      `${first?.message ?? 'breaks the meta schema'}`,
      where,
      'see contracts/meta/contract.schema.json',
    );
  }
  return value;
}

let compiledMeta: ValidateFunction<ContractFormat> | undefined;

function metaValidator(): ValidateFunction<ContractFormat> {
  if (compiledMeta === undefined) {
    const path = join(packageRoot, 'contracts', 'meta', 'contract.schema.json');
    const schema = parseJson(readFileSync(path, 'utf8'));
    if (!schema.ok || !isObject(schema.value)) {
      throw new HarnessFault('the meta schema is not a JSON object', path, 'mend the file or reinstall relaycert');
    }
    // strictRequired off: tables by word say which words they need, and have no `properties`.
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    compiledMeta = ajv.compile<ContractFormat>(schema.value);
  }
  return compiledMeta;
}
