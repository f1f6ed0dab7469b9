import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { Capture, WireScript } from '../../../src/core/exchange.ts';
import type { Effect, RequestMutation } from '../../../src/core/mutation.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { defaultPolicies } from '../../../src/core/policies.ts';
import type { Mode } from '../../../src/core/route.ts';
import type { NeutralRequest } from '../../../src/core/scenario.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { readClientRequest, routePrefix, toUpstreamRequest } from '../../../src/fake-relay/request-translation.ts';
import { translateCapture } from '../../../src/fake-relay/translate.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { isMislabelled } from '../../../src/transport/decompress.ts';

export interface OfflineCase {
  readonly client: DialectId;
  readonly upstream: DialectId;
  readonly mode: Mode;
  readonly request: NeutralRequest;
  /** What the upstream plays, a stimulus already applied. */
  readonly script: WireScript;
  readonly mutation?: { readonly id: string; readonly effect: Effect };
  /** What the relay makes of what the upstream sent; where absent, what the reference relay makes of it. */
  readonly relay?: (sent: Capture) => WireScript;
  /** What the relay does to its client's bytes. */
  readonly breakClient?: (script: WireScript) => WireScript;
  readonly breakRequest?: RequestMutation;
  readonly baseline?: Outcome;
}

/** The whole triangle without sockets: the evidence that a run over the reference relay would give. */
export function offlineEvidence(offline: OfflineCase): Evidence {
  const { client, upstream, mode, request } = offline;
  const path = `${routePrefix(upstream)}${dialects[client].request.path(request.model, mode)}`;
  const asked = readClientRequest(path, dialects[client].request.build(request));
  if (asked === undefined) {
    throw new Error(`the reference relay has no route for ${path}`);
  }
  const sent = toUpstreamRequest(asked, offline.breakRequest);
  const upstreamCapture = played(offline.script);
  const translate = (capture: Capture): WireScript =>
    translateCapture(capture, {
      client,
      upstream,
      mode,
      encoder: { id: 'reference', model: request.model, created: 1_764_460_800, includeUsage: request.includeUsage },
    });
  const clientScript = (offline.relay ?? translate)(upstreamCapture);
  const broken = offline.breakClient === undefined ? clientScript : offline.breakClient(clientScript);
  return {
    caseId: 'offline',
    route: { client, upstream, model: request.model, headers: {} },
    mode,
    ...(offline.mutation === undefined ? {} : { mutation: offline.mutation }),
    request,
    client: readCapture(client, mode, played(broken), { facts: { includeUsage: request.includeUsage } }),
    ...(offline.baseline === undefined ? {} : { baseline: offline.baseline }),
    // A relay that asks nobody still answers: with what it has in a cache.
    attempts:
      sent === undefined
        ? []
        : [
            {
              index: 0,
              dialect: upstream,
              mode,
              request: dialects[upstream].request.read(sent.body, sent.path),
              abortSeen: false,
              reading: readCapture(upstream, mode, { ...upstreamCapture, ending: offline.script.ending }),
            },
          ],
    policies: defaultPolicies,
  };
}

/** A script as its reader would have received it; a stall ends by the reader's deadline. */
function played(script: WireScript): Capture {
  const chunks = script.writes.filter((write) => write.bytes.length > 0);
  const received = {
    head: script.head,
    chunks,
    ...(isMislabelled(script) && { mislabelled: true as const }),
    endedAtMs: 0,
  };
  return script.ending === 'stall'
    ? { ...received, ending: 'aborted', deadline: 'idle' }
    : { ...received, ending: script.ending };
}
