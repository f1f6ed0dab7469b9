import { caseToken } from '../../../src/certify/plan/case-id.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { shortHash } from '../../../src/core/hash.ts';
import type { Mutation } from '../../../src/core/mutation.ts';
import { startReferenceRelay } from '../../../src/fake-relay/reference-relay.ts';
import { routePrefix } from '../../../src/fake-relay/request-translation.ts';
import { caseHeader } from '../../../src/upstream/case-token.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import type { SdkRead, SdkReport } from './readers/reader.ts';

/** A fake upstream and the reference relay in this process, for SDKs to read from. All of it on 127.0.0.1. */
export interface SdkTriangle {
  /** Lets an SDK read what the relay makes of a script that the upstream plays in this dialect. */
  readonly throughRelay: (read: SdkRead, upstream: DialectId, script: WireScript) => Promise<SdkReport>;
  /** Lets an SDK read a script as it is. */
  readonly direct: (read: SdkRead, script: WireScript) => Promise<SdkReport>;
  readonly close: () => Promise<void>;
}

/** @param breakage makes the relay lie in this one way */
export async function startSdkTriangle(breakage?: Mutation): Promise<SdkTriangle> {
  const upstream = await startUpstream({ clock: systemClock });
  const relay = await startReferenceRelay({
    upstreamUrl: upstream.url,
    clock: systemClock,
    ...(breakage === undefined ? {} : { breakage }),
  });
  let cases = 0;
  const readFrom = async (read: SdkRead, baseUrl: string, script: WireScript): Promise<SdkReport> => {
    cases += 1;
    const token = caseToken(shortHash(`sdk ${cases}`));
    const journal = upstream.expect(token, () => atOnce(script), 'header');
    try {
      return await read({ baseUrl, headers: { [caseHeader]: token } });
    } finally {
      journal.release();
    }
  };
  return {
    throughRelay: (read, dialect, script) => readFrom(read, `${relay.url}${routePrefix(dialect)}`, script),
    direct: (read, script) => readFrom(read, upstream.url, script),
    close: async () => {
      await relay.close();
      await upstream.close();
    },
  };
}

/** What is read does not depend on when it came, but a broken connection must not overtake what was sent before. */
function atOnce(script: WireScript): WireScript {
  const writes = script.writes.map(({ bytes }) => ({ atMs: 0, bytes }));
  const pause = { atMs: 30, bytes: new Uint8Array() };
  return { ...script, writes: script.ending === 'clean' ? writes : [...writes, pause] };
}
