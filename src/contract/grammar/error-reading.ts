import { isObject, type JsonValue } from '../../core/json.ts';
import type { ErrorClass, ReportedError } from '../../core/reported-error.ts';
import type { ErrorFormat } from '../contract-format.ts';
import { compilePointer, compileSource, type Read } from './pointer.ts';

/** Types with these meanings cover their whole family of statuses; the HTTP status, where there is one, is more exact. */
const families: Readonly<Partial<Record<ErrorClass, number>>> = { bad_request: 4, server: 5 };

/**
 * Reads an error object of one dialect: by code (a number that no row lists is read as a status), then type, then HTTP
 * status; what no table knows is `unknown`. A type that many meanings share (`server_error`, `api_error`,
 * `invalid_request_error`) gives way to a status of its family: Chat sends an overload as 503 with `server_error`, Messages a
 * bad gateway as 502 with `api_error` (docs/translation.md#errors). A status that refuses whoever asks is no fault of a server: Ollama
 * refuses a key with 401 and `api_error`.
 */
export class ErrorReader {
  readonly #format: ErrorFormat;
  readonly #type: Read;
  readonly #code: Read;
  readonly #message: Read;

  constructor(format: ErrorFormat) {
    this.#format = format;
    this.#type = compilePointer(format.type);
    this.#code = compileSource(format.code);
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
    const said = lookUp(byCode, code) ?? lookUp(byStatus, code);
    const typed = lookUp(byType, type);
    const seen = lookUp(byStatus, status === undefined ? undefined : String(status));
    const refused = typed === 'server' && (seen === 'authentication' || seen === 'permission');
    const general = typed !== undefined && status !== undefined && families[typed] === Math.floor(status / 100);
    return said ?? (general || refused ? seen : undefined) ?? typed ?? seen ?? 'unknown';
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
