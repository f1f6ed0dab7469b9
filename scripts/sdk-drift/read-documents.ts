import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseContract } from '../../src/contract/load.ts';
import { readSchemaFiles } from '../../src/contract/schema/schema-files.ts';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { HarnessFault, UsageFault } from '../../src/core/fault.ts';
import { isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { ListedDifference } from './compare.ts';
import type { ContractDocuments } from './comparison.ts';

/**
 * Reads contract and schemas of a dialect.
 *
 * @param folder holds one folder per dialect, as `contracts/` does
 * @throws UsageFault when there is no contract; HarnessFault when one of the files is invalid
 */
export function readDocuments(folder: string, dialect: DialectId): ContractDocuments {
  const place = join(folder, dialect, 'contract.json');
  return {
    contract: parseContract(textOf(place), place),
    schemas: { ...readSchemaFiles(dialect, folder) },
  };
}

/**
 * Reads the differences that are right as they are, `<dialect>/sdk-drift.json`.
 *
 * @throws UsageFault when the file is missing or breaks contracts/meta/sdk-drift.schema.json
 */
export function readListed(folder: string, dialect: DialectId): readonly ListedDifference[] {
  const place = join(folder, dialect, 'sdk-drift.json');
  const value = jsonOf(place);
  const validate = listValidator();
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    throw new UsageFault(
      first?.message ?? 'this is not a list of differences',
      `${place}#${first?.instancePath ?? ''}`,
      'see contracts/meta/sdk-drift.schema.json',
    );
  }
  return value.listed;
}

interface ListFile {
  readonly listed: readonly ListedDifference[];
}

let compiled: ValidateFunction<ListFile> | undefined;

function listValidator(): ValidateFunction<ListFile> {
  if (compiled === undefined) {
    const path = join(packageRoot, 'contracts', 'meta', 'sdk-drift.schema.json');
    const schema = jsonOf(path);
    if (!isObject(schema)) {
      throw new HarnessFault('the schema of the lists is not a JSON object', path, 'fix the file');
    }
    compiled = new Ajv2020({ strict: true }).compile<ListFile>(schema);
  }
  return compiled;
}

function jsonOf(place: string): JsonValue {
  const parsed = parseJson(textOf(place));
  if (!parsed.ok) {
    throw new UsageFault(`this is not JSON: ${parsed.message}`, place, 'fix the file');
  }
  return parsed.value;
}

function textOf(place: string): string {
  if (!existsSync(place)) {
    throw new UsageFault('there is no such file', place, 'name a folder like contracts/, or add the file');
  }
  return readFileSync(place, 'utf8');
}
