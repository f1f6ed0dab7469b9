import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { headerValue } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import type { Provenance, Recording } from '../recording/recording.ts';
import { isEncoded } from '../transport/decompress.ts';
import type { OutgoingRequest, Tapped } from './tap.ts';

/** What is known about an exchange before its answer. */
export interface ExchangeDetails {
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly provenance: Provenance;
  readonly scenario?: string;
  /** Name and version of the relay in between. */
  readonly relay?: string;
  /** Traits of the server, by their names in the contract of the dialect. */
  readonly traits?: readonly string[];
  readonly facts: RequestFacts;
  readonly request: OutgoingRequest;
  /** The body of the request, parsed. */
  readonly body: JsonObject;
}

/** A recording of what was tapped. It still has its secrets, so it must not be written like this. */
export function recordingOf(details: ExchangeDetails, tapped: Tapped, name: string): Recording {
  const { dialect, mode, provenance, scenario, relay, traits = [], facts, request, body } = details;
  const head = tapped.head ?? { status: 0, headers: [] };
  const { ending } = tapped;
  return {
    name,
    dialect,
    mode,
    provenance,
    ...(scenario === undefined ? {} : { scenario }),
    ...(traits.length === 0 ? {} : { traits }),
    contractVersion: loadContract(dialect).contract.version,
    script: {
      head,
      writes: tapped.chunks,
      ending: ending === 'aborted' ? 'stall' : ending,
      ...(isEncoded(headerValue(head.headers, 'content-encoding')) ? { encoded: true as const } : {}),
    },
    request: { method: request.method, url: request.url, headers: request.headers, body },
    facts,
    recordedAt: tapped.startedAt.toISOString(),
    ...(relay === undefined ? {} : { relay }),
    ...(ending === 'aborted' ? { aborted: true as const } : {}),
    endedBy: tapped.endedBy,
  };
}
