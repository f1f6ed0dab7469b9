import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonValue } from '../core/json.ts';
import { readMetaSchema } from '../core/meta-schema.ts';
import type { ReportLine } from './report-line.ts';

let validate: ValidateFunction<ReportLine> | undefined;

/** Narrows a parsed line to a line of a report, or says in one sentence what is wrong with it. */
export function checkReportLine(value: JsonValue): { readonly line: ReportLine } | { readonly complaint: string } {
  validate ??= new Ajv2020({ strict: true, discriminator: true }).compile<ReportLine>(readMetaSchema('report'));
  if (validate(value)) {
    return { line: value };
  }
  // A line has one of three shapes, and `type` says which. The deepest error is about the shape that was meant.
  const errors = validate.errors ?? [];
  const deepest = errors.reduce(
    (found, error) => (error.instancePath.length > (found?.instancePath.length ?? -1) ? error : found),
    errors[0],
  );
  return { complaint: `${deepest?.instancePath ?? ''} ${deepest?.message ?? 'is not a line of a report'}`.trim() };
}
