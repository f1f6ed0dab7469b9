import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { HarnessFault } from '../core/fault.ts';
import { isObject, type JsonValue, parseJson } from '../core/json.ts';
import { packageRoot } from '../core/package-root.ts';
import type { ReportLine } from './report-line.ts';

let validate: ValidateFunction<ReportLine> | undefined;

/** Narrows a parsed line to a line of a report, or says in one sentence why it is none. */
export function checkReportLine(value: JsonValue): { readonly line: ReportLine } | { readonly complaint: string } {
  validate ??= compile();
  if (validate(value)) {
    return { line: value };
  }
  // A line is one of three shapes, told apart by `type`; the deepest complaint is about the shape that it means to be.
  const errors = validate.errors ?? [];
  const deepest = errors.reduce(
    (found, error) => (error.instancePath.length > (found?.instancePath.length ?? -1) ? error : found),
    errors[0],
  );
  return { complaint: `${deepest?.instancePath ?? ''} ${deepest?.message ?? 'is not a line of a report'}`.trim() };
}

function compile(): ValidateFunction<ReportLine> {
  const path = join(packageRoot, 'contracts', 'meta', 'report.schema.json');
  const parsed = parseJson(readFileSync(path, 'utf8'));
  if (!parsed.ok || !isSchema(parsed.value)) {
    throw new HarnessFault('a schema of this package is not a JSON object', path, 'install the package again');
  }
  return new Ajv2020({ strict: true, discriminator: true }).compile<ReportLine>(parsed.value);
}

function isSchema(value: JsonValue): value is JsonValue & AnySchemaObject {
  return isObject(value);
}
