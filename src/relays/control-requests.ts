import { request } from 'undici';
import { compilePointer } from '../contract/grammar/pointer.ts';
import type { Clock } from '../core/clock.ts';
import { HarnessFault, messageOf } from '../core/fault.ts';
import { parseJson } from '../core/json.ts';
import type { ControlRequest } from './relay-config.ts';
import { type Placeholders, substitute, substituteAll } from './substitute.ts';

/** Milliseconds that a request to a relay's own API may take. */
const controlTimeoutMs = 30_000;

/**
 * Sends requests to the relay's own API, one after the other.
 *
 * @returns the placeholders with what was learned
 * @throws HarnessFault when one is not answered as the config says, or when a value that is to be learned is missing. A
 * response is not repeated, because it may hold a secret.
 */
export async function sendControlRequests(
  requests: readonly ControlRequest[],
  baseUrl: string,
  placeholders: Placeholders,
  clock: Clock,
): Promise<Placeholders> {
  let known = placeholders;
  for (const control of requests) {
    const learned = await sendControlRequest(control, baseUrl, known, clock);
    known = { ...known, learned: { ...known.learned, ...learned } };
  }
  return known;
}

async function sendControlRequest(
  { method, path, headers, body, status, learn, place }: ControlRequest,
  baseUrl: string,
  placeholders: Placeholders,
  clock: Clock,
): Promise<Readonly<Record<string, string>>> {
  const fault = (message: string): HarnessFault =>
    new HarnessFault(`${method} ${path} ${message}`, place, 'check the request, and what the relay prints');
  const controller = new AbortController();
  const cancel = clock.after(controlTimeoutMs, () => controller.abort());
  try {
    const response = await request(baseUrl + substitute(path, placeholders), {
      method,
      headers: { ...substituteAll(headers, placeholders) },
      ...(body === undefined ? {} : { body: substitute(body, placeholders) }),
      signal: controller.signal,
      // A relay that is started again has closed the connection.
      reset: true,
    });
    const text = await response.body.text();
    const good =
      status === undefined ? response.statusCode >= 200 && response.statusCode < 300 : response.statusCode === status;
    if (!good) {
      throw fault(`was answered ${response.statusCode}${status === undefined ? '' : ` instead of ${status}`}`);
    }
    const values = Object.entries(learn).map(([name, from]) => {
      const value = from.startsWith('/') ? valueInBody(text, from) : valueOfHeader(response.headers, from);
      if (value === undefined) {
        throw fault(`has no text or number at ${from} of its response`);
      }
      return [name, value] as const;
    });
    return Object.fromEntries(values);
  } catch (error) {
    throw error instanceof HarnessFault ? error : fault(`was not answered (${messageOf(error)})`);
  } finally {
    cancel();
  }
}

function valueInBody(text: string, pointer: string): string | undefined {
  const parsed = parseJson(text);
  const value = parsed.ok ? compilePointer(pointer)(parsed.value) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function valueOfHeader(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const lower = name.toLowerCase();
  const [first] = [headers[lower] ?? []].flat();
  // Of a cookie only the name and the value are sent back.
  return lower === 'set-cookie' ? first?.split(';')[0]?.trim() : first;
}
