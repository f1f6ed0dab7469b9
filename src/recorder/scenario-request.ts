import { isCredentialHeader } from '../core/credential-names.ts';
import type { Header } from '../core/exchange.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest, Scenario } from '../core/scenario.ts';
import { dialects } from '../dialects/registry.generated.ts';
import type { Provenance } from '../recording/recording.ts';
import { modalityFacts, requestFacts } from '../recording/request-facts.ts';
import { askInDialect, scenarioChoices } from '../recording/scenario-dialects.ts';
import { type Endpoint, joinUrl } from './providers.ts';
import type { ExchangeDetails } from './recording-of.ts';

export interface ScenarioRequestOptions {
  readonly scenario: Scenario;
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly mode: Mode;
  readonly provenance: Provenance;
  readonly relay?: string;
  readonly traits: readonly string[];
  /** Headers that the server needs besides those of the dialect, without keys. */
  readonly headers?: readonly Header[];
}

/** The request that asks for a scenario in the words of the endpoint's dialect. */
export function scenarioRequest(options: ScenarioRequestOptions): ExchangeDetails {
  const { scenario, endpoint, model, mode, provenance, relay, traits, headers: further = [] } = options;
  const { request } = dialects[endpoint.dialect];
  const neutral: NeutralRequest = {
    ...scenario.request,
    model,
    stream: mode === 'stream',
    includeUsage: true,
    choices: scenarioChoices(scenario),
  };
  const body = askInDialect(request.build(neutral), scenario, endpoint.dialect);
  const headers = Object.entries(request.headers(endpoint.key ?? ''));
  return {
    dialect: endpoint.dialect,
    mode,
    provenance,
    scenario: scenario.name,
    ...(relay === undefined ? {} : { relay }),
    traits,
    facts: { ...requestFacts(neutral), ...modalityFacts(body) },
    body,
    request: {
      method: 'POST',
      url: joinUrl(endpoint.baseUrl, request.path(model, mode)),
      headers: [
        // A server that needs no key may refuse an empty one.
        ...headers.filter(([name]) => endpoint.key !== undefined || !isCredentialHeader(name)),
        ['accept', '*/*'],
        ['accept-encoding', 'identity'],
        ['user-agent', 'relaycert'],
        ...further,
      ],
      body: Buffer.from(JSON.stringify(body)),
    },
  };
}
