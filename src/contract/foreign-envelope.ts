import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { SchemaBreach } from './schema/schema-breach.ts';

/**
 * The envelopes in which servers send errors. `nested`: an object under `error`. `text`: its text there. `flat`: the error is
 * the document. `detail`: text or a list under `detail`, as FastAPI answers. `list`: several under `errors`, or in a list.
 */
export const envelopeKinds = ['nested', 'text', 'flat', 'detail', 'list'] as const;

export type EnvelopeKind = (typeof envelopeKinds)[number];

/** An error in an envelope that is not that of the dialect. */
export interface ForeignError {
  readonly kind: EnvelopeKind;
  /** The same error in a document that the rules of every dialect can read. */
  readonly document: JsonObject;
}

/** Members that only an answer has: a payload with one of them is no error by itself. */
const ofAnswers = ['choices', 'candidates', 'output', 'content', 'content_block', 'delta', 'response', 'item', 'done'];

/**
 * The error that a payload is, although it is not written as the dialect writes one.
 *
 * @param breaches of a payload that the contract takes for an error: where its envelope is whole, it is one of the dialect
 */
export function foreignError(value: JsonValue, breaches?: readonly SchemaBreach[]): ForeignError | undefined {
  const own = breaches?.every(({ instancePath }) => !ofEnvelope.has(instancePath)) ?? false;
  return own ? undefined : envelopeOf(value);
}

/** Places of an error document that its envelope is made of. */
const ofEnvelope: ReadonlySet<string> = new Set(['', '/error', '/type']);

function envelopeOf(value: JsonValue): ForeignError | undefined {
  if (isArray(value)) {
    const [first] = value;
    const inner = value.length === 1 && first !== undefined && !isArray(first) ? envelopeOf(first) : undefined;
    return inner === undefined ? undefined : { ...inner, kind: 'list' };
  }
  if (!isObject(value) || ofAnswers.some((key) => value[key] !== undefined)) {
    return undefined;
  }
  const { error, errors, detail } = value;
  if (isObject(error)) {
    return foreign('nested', error, error);
  }
  if (typeof error === 'string' && error !== '') {
    return foreign('text', value, { message: error });
  }
  if (isFlat(value)) {
    return foreign('flat', value, value);
  }
  if (errors !== undefined && isArray(errors) && errors.length > 0) {
    const [first] = errors;
    return foreign('list', value, isObject(first) ? first : { message: first ?? null });
  }
  return isDetail(value, detail) ? foreign('detail', value, { message: messageIn(detail) }) : undefined;
}

/** An error that is the document: it says so, or it has a message and a code and is no event of another name. */
function isFlat(value: JsonObject): boolean {
  const { object, type, message, msg } = value;
  const text = message ?? msg;
  if (typeof text !== 'string') {
    return false;
  }
  if (object === 'error' || (typeof type === 'string' && /error|exception/i.test(type))) {
    return true;
  }
  const coded = ['code', 'status', 'status_code', 'statusCode', 'error_code'].some((key) => given(value[key]));
  return !given(object) && !given(type) && (coded || Object.keys(value).length <= 2);
}

/** FastAPI's `detail`, alone or in problem details (RFC 9457). */
function isDetail(value: JsonObject, detail: JsonValue | undefined): boolean {
  const others = new Set(['detail', 'title', 'status', 'type', 'instance', 'request_id', 'message', 'code']);
  return given(detail) && detail !== true && Object.keys(value).every((key) => others.has(key));
}

function messageIn(detail: JsonValue | undefined): JsonValue {
  const [first] = detail !== undefined && isArray(detail) ? detail : [detail];
  return isObject(first) ? (first['msg'] ?? first['message'] ?? null) : (first ?? null);
}

function foreign(kind: EnvelopeKind, around: JsonObject, error: JsonObject): ForeignError {
  const { message, msg, type, code, status } = error;
  const said: JsonObject = {
    message: message ?? msg,
    type: type === 'error' ? undefined : type,
    code: code ?? around['status_code'] ?? around['statusCode'] ?? around['error_code'],
    status,
  };
  return { kind, document: { type: 'error', error: withoutAbsent(said) } };
}

function withoutAbsent(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => given(member)));
}

function given(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}
