import type { Ending, Head, Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue, parseJsonToRewrite } from '../core/json.ts';
import { pointerPlace } from './meta-schema.ts';

/** One exchange of a HAR that another program than ours wrote: a browser, a proxy. */
export interface PlainExchange {
  /** The file, `#`, and the pointer of its entry. */
  readonly place: string;
  readonly method: string;
  /** Path and query of its address. */
  readonly path: string;
  /** The body of the request, where it was kept and is a JSON object. */
  readonly request?: JsonObject;
  /** Absent where no answer came. Without `content-encoding`, because HAR holds bodies decompressed. */
  readonly head?: Head;
  /** Absent where the program did not keep it. */
  readonly body?: Uint8Array;
  /** Bytes that the body had, by what the program says; absent where it does not say more than it kept. */
  readonly size?: number;
  /** `clean` where nothing is said of it. */
  readonly ending: Ending;
  /** The program has noted how the transport ended. */
  readonly witnessed: boolean;
}

/** Whether a document is a HAR without our `_stream`, so that it says neither dialect nor chunks nor ending. */
export function isPlainHar(value: JsonValue): boolean {
  const entries = entriesOf(value);
  return entries.length > 0 && entries.every((entry) => entry['_stream'] === undefined);
}

/**
 * The exchanges of a HAR that another program wrote (HAR 1.2, softwareishard.com/blog/har-12-spec). What an entry lacks is
 * left out, because programs differ in what they write.
 *
 * @throws UsageFault for the text of a body that is not valid Base64
 */
export function plainExchanges(value: JsonValue, place: string): readonly PlainExchange[] {
  return entriesOf(value).map((entry, index) => {
    const at = pointerPlace(place, 'log', 'entries', index);
    const request = objectOf(entry['request']);
    const response = objectOf(entry['response']);
    const asked = bodyOf(textOf(objectOf(request['postData'])['text']));
    const head = headOf(response);
    const content = objectOf(response['content']);
    const body = contentOf(content, at);
    const size = content['size'];
    const cut = typeof size === 'number' && body !== undefined && size > body.length;
    return {
      place: at,
      method: textOf(request['method'])?.toUpperCase() ?? '',
      path: pathOf(textOf(request['url']) ?? ''),
      ...(asked === undefined ? {} : { request: asked }),
      ...(head === undefined ? {} : { head }),
      ...(body === undefined ? {} : { body }),
      ...(cut ? { size } : {}),
      ...endingOf(textOf(response['_error'])),
    };
  });
}

/** Chrome notes a failed transfer under `_error`, as the name of its network error. */
function endingOf(error: string | undefined): Pick<PlainExchange, 'ending' | 'witnessed'> {
  if (error === undefined || error === '') {
    return { ending: 'clean', witnessed: false };
  }
  if (error.includes('ERR_ABORTED')) {
    return { ending: 'aborted', witnessed: true };
  }
  return { ending: error.includes('INCOMPLETE_CHUNKED') ? 'fin' : 'rst', witnessed: true };
}

function headOf({ status, headers }: JsonObject): Head | undefined {
  const pairs = listOf(headers).flatMap(({ name, value }): readonly Header[] =>
    typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
  );
  return typeof status === 'number' && status > 0
    ? { status, headers: pairs.filter(([name]) => name.toLowerCase() !== 'content-encoding') }
    : undefined;
}

function contentOf({ text, encoding }: JsonObject, place: string): Uint8Array | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  if (encoding !== 'base64') {
    return Buffer.from(text, 'utf8');
  }
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== text.replaceAll(/[=\s]/g, '')) {
    throw new UsageFault(
      'the text of the body is not valid Base64',
      `${place}/response/content/text`,
      'the file was cut or edited; save it again',
    );
  }
  return bytes;
}

function bodyOf(text: string | undefined): JsonObject | undefined {
  const parsed = text === undefined ? undefined : parseJsonToRewrite(text);
  return parsed?.ok === true && isObject(parsed.value) ? parsed.value : undefined;
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) {
    return url;
  }
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function entriesOf(value: JsonValue): readonly JsonObject[] {
  return isObject(value) ? listOf(objectOf(value['log'])['entries']) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return value !== undefined && isArray(value) ? value.filter(isObject) : [];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
