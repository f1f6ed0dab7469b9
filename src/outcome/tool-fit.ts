import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../core/json.ts';
import type { ToolCall, ToolFit } from '../core/outcome.ts';
import type { DeclaredTools } from '../core/scenario.ts';

/** Whether a call fits the tools that its request declares; undefined where that cannot be told. */
export function toolFit(
  declared: DeclaredTools | undefined,
  { name, arguments: read }: Pick<ToolCall, 'name' | 'arguments'>,
): ToolFit | undefined {
  if (declared === undefined) {
    return undefined;
  }
  if (!Object.hasOwn(declared.schemas, name)) {
    return declared.all ? { state: 'undeclared' } : undefined;
  }
  const schema = declared.schemas[name];
  return schema === undefined || read.state !== 'parsed' ? undefined : schemaFit(schema, read.value);
}

/** A schema that cannot be compiled, because its words are of another draft or its references lead away, judges nothing. */
function schemaFit(schema: JsonObject, value: unknown): ToolFit | undefined {
  try {
    const { $schema: _, $id: __, ...plain } = schema;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(plain);
    const fits = validate(value);
    const [error] = validate.errors ?? [];
    return fits ? { state: 'fits' } : { state: 'breaks-schema', rule: error?.schemaPath ?? '#' };
  } catch {
    return undefined;
  }
}
