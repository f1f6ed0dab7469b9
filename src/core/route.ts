import type { DialectId } from './dialect-ids.generated.ts';

/** `stream`: the client asked for a stream; `body`: it asked for one JSON document. */
export type Mode = 'stream' | 'body';

/** client dialect ← relay ← upstream dialect. */
export interface Route {
  readonly client: DialectId;
  readonly upstream: DialectId;
  /** Model name as the client sends it to the relay. */
  readonly model: string;
  /** The API key that the client sends; a placeholder where absent. Never a real one. */
  readonly key?: string;
  /** Headers added to the client's request, `{upstream}` already replaced. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path below the relay's base URL (and `basePath`); the dialect's own path where absent. */
  readonly path?: string;
  /**
   * Put between the relay's base URL and the path, for a relay that gives each dialect its own prefix, such as
   * `/openai`.
   */
  readonly basePath?: string;
  /** Left out of a plan unless the user names the route. */
  readonly onDemand?: boolean;
}

/** `openai-chat<anthropic-messages`: client on the left, as in case ids. */
export type RouteName = `${DialectId}<${DialectId}`;

export function routeName(route: Pick<Route, 'client' | 'upstream'>): RouteName {
  return `${route.client}<${route.upstream}`;
}
