import { type JsonValue, isObject } from '../core/json.ts';
import type { ErrorClass, ReportedError } from '../core/reported-error.ts';
import type { ContractFormat } from './contract-format.ts';
import { type Read, compilePointer } from './pointer.ts';

/** Reads an error object of one dialect: by code, then type, then HTTP status; what no table knows is `unknown`. */
export class ErrorReader {
  readonly #format: ContractFormat['errors'];
  readonly #type: Read;
  readonly #code: Read;
  readonly #message: Read;

  constructor(format: ContractFormat['errors']) {
    this.#format = format;
    this.#type = compilePointer(format.type);
    this.#code = compilePointer(format.code);
    this.#message = compilePointer(format.message);
  }

  read(value: JsonValue, status: number | undefined): ReportedError {
    const type = isObject(value) ? word(this.#type(value)) : undefined;
    const code = isObject(value) ? word(this.#code(value)) : undefined;
    const message = isObject(value) ? word(this.#message(value)) : word(value);
    return {
      origin: 'provider',
      class: this.#classOf(type, code, status),
      ...(type === undefined ? {} : { type }),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
      ...(status === undefined ? {} : { status }),
    };
  }

  #classOf(type: string | undefined, code: string | undefined, status: number | undefined): ErrorClass {
    const { byCode, byType, byStatus } = this.#format;
    return (
      lookUp(byCode, code) ?? lookUp(byType, type) ?? lookUp(byStatus, status === undefined ? undefined : String(status)) ?? 'unknown'
    );
  }
}

function word(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') {
    return String(value);
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function lookUp(table: Readonly<Record<string, ErrorClass>>, key: string | undefined): ErrorClass | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
