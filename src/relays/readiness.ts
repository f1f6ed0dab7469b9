import { request } from 'undici';
import type { Clock } from '../core/clock.ts';
import { acceptsConnections } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import type { Readiness } from './relay-config.ts';

/** A relay that is not ready has ended, or ran out of time. `seen` says what the last check showed. */
export type ReadyResult =
  | { readonly ready: true }
  | { readonly ready: false; readonly cause: 'ended' | 'timeout'; readonly seen: string };

const pollMs = 25;

/**
 * Checks again and again until every condition holds. A relay that ended is not ready even if its port answers,
 * because another program answers then.
 *
 * @param group the process, when it is ours
 */
export async function waitUntilReady(
  readiness: Readiness,
  baseUrl: string,
  group: ProcessGroup | undefined,
  clock: Clock,
): Promise<ReadyResult> {
  const until = clock.now() + readiness.timeoutMs;
  let seen: string | undefined;
  for (;;) {
    const ended = group?.ended();
    if (ended !== undefined) {
      return { ready: false, cause: 'ended', seen: ended };
    }
    const missing = await firstMissing(readiness, baseUrl, group, clock, Math.max(1, until - clock.now()));
    if (missing === undefined && group?.ended() === undefined) {
      return { ready: true };
    }
    if (missing !== undefined && clock.now() >= until) {
      // Our own deadline cut the last check short, so an earlier one says more.
      return { ready: false, cause: 'timeout', seen: seen ?? missing };
    }
    seen = missing;
    await clock.sleep(pollMs);
  }
}

/** The first condition that does not hold, in words; nothing when all hold. */
async function firstMissing(
  readiness: Readiness,
  baseUrl: string,
  group: ProcessGroup | undefined,
  clock: Clock,
  withinMs: number,
): Promise<string | undefined> {
  if (readiness.log !== undefined && group?.output.sawWatched() === false) {
    return `"${readiness.log}" was not printed`;
  }
  const { hostname, port } = readinessAddress(readiness, baseUrl);
  if (readiness.path === undefined) {
    const accepted = await acceptsConnections(hostname, port, clock, withinMs);
    return accepted ? undefined : `nothing accepted connections on ${hostname}:${port}`;
  }
  const url = new URL(baseUrl + readiness.path);
  url.port = String(port);
  const status = await askStatus(url, clock, withinMs);
  if (status === undefined || (readiness.status !== undefined && status !== readiness.status)) {
    const wanted = readiness.status === undefined ? '' : ` instead of ${readiness.status}`;
    return `GET ${url.href} ${status === undefined ? 'gave no answer' : `answered ${status}${wanted}`}`;
  }
  return undefined;
}

/** The host and port to check: those of the base URL, unless the config names another port. */
export function readinessAddress(readiness: Readiness, baseUrl: string): { hostname: string; port: number } {
  const url = new URL(baseUrl);
  const urlPort = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: readiness.port ?? urlPort };
}

async function askStatus(url: URL, clock: Clock, withinMs: number): Promise<number | undefined> {
  const controller = new AbortController();
  const cancel = clock.after(withinMs, () => controller.abort());
  try {
    const response = await request(url, { signal: controller.signal, reset: true });
    response.body.on('error', () => undefined).destroy();
    return response.statusCode;
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
