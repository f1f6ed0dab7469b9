import type { DeadlineName } from '../core/exchange.ts';
import type { Grade } from '../core/grade.ts';
import type { JsonValue } from '../core/json.ts';
import type { Level } from '../core/level.ts';
import type { Policies } from '../core/policies.ts';
import type { Restart } from './relay-config.ts';

/**
 * A relay under test as its owner writes it, in YAML or JSON or as the default export of a TypeScript or JavaScript
 * file. `contracts/meta/relay.schema.json` says the same for other languages and describes every key. The placeholders
 * `{upstream}`, `{port}` and `{work}` are replaced in `command`, `cwd`, `env`, `files`, `url` and the keys and headers
 * of routes.
 */
export interface RelayDefinition {
  readonly name: string;
  readonly version?: string;
  /** How to start it. Left out for a relay that is already running at `url`. */
  readonly start?: StartDefinition;
  /** Base URL; `http://127.0.0.1:{port}` where it is left out. */
  readonly url?: string;
  readonly ready?: ReadyDefinition;
  /** Sent in order when the relay is ready, after every start. */
  readonly setup?: readonly ControlRequestDefinition[];
  /** Done before each case, which then runs alone. Exactly one of the two. */
  readonly reset?: {
    readonly requests?: readonly ControlRequestDefinition[];
    /** The program and its arguments, run in the relay's own folder and environment. */
    readonly command?: readonly (string | number)[];
  };
  /** When the relay is started again; `never` where it is left out. */
  readonly restart?: Restart;
  /** How many cases run at once, at most. */
  readonly concurrency?: number;
  /** Seconds that the relay needs to forget what it locked. */
  readonly rest?: number;
  readonly routes: readonly RouteDefinition[];
  readonly policies?: Partial<Policies>;
  /** In seconds. */
  readonly deadlines?: Readonly<Partial<Record<DeadlineName, number>>>;
  /** What it has to earn; `protective` where it is left out. */
  readonly grade?: Grade;
  readonly level?: Level;
}

export interface StartDefinition {
  /** The program and its arguments; no shell is involved. */
  readonly command: readonly (string | number)[];
  /** Relative to the folder of the definition's file, which is also the default. */
  readonly cwd?: string;
  /** The relay's whole environment, together with PATH, HOME and LANG. */
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  /** Names of variables that the relay gets from our own environment. */
  readonly passEnv?: readonly string[];
  /** Files written into `{work}` before the start: relative path and content. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ReadyDefinition {
  readonly path?: string;
  readonly status?: number;
  /** The port of a relay that cannot be told one. */
  readonly port?: number;
  /** A text that the relay prints when it is ready. */
  readonly log?: string;
  readonly timeoutMs?: number;
}

/** A request to the relay's own API, such as a login. */
export interface ControlRequestDefinition {
  /** `POST` where it is left out. */
  readonly method?: string;
  /** Below the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, anything else as JSON. */
  readonly body?: JsonValue;
  /** The status that it must be answered with; any of 200 to 299 where it is left out. */
  readonly status?: number;
  /**
   * Names for values of the response, which `{setup.NAME}` stands for afterwards: a JSON pointer into the body, or the
   * name of a header.
   */
  readonly learn?: Readonly<Record<string, string>>;
}

export interface RouteDefinition {
  /** Id of a dialect. */
  readonly client: string;
  /** Id of a dialect. */
  readonly upstream: string;
  /** `{case}` in it stands for a text that is another in every case, as in `key` and `headers`. */
  readonly model: string;
  /** The API key that the client sends. Never a real one. */
  readonly key?: string;
  readonly path?: string;
  readonly basePath?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Certified only when `--route` names it. */
  readonly onDemand?: boolean;
}
