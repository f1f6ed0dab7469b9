import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts';

/** What a client has of one choice that looks at each event by itself and adds up what it says. */
export interface RawChoice {
  text: string;
  reasoning: string;
  refusal: string;
  /** Of each call of a client tool, in the order in which the calls came: as JSON, or the text where it is none. */
  arguments: JsonValue[];
  finish: string | undefined;
}

export interface RawAnswer {
  /** By index; only choices of which anything was said. */
  readonly choices: ReadonlyMap<number, RawChoice>;
  readonly input: number | undefined;
  readonly output: number | undefined;
}

/** Reads a stream as a loop over the iterator of the dialect's official SDK does: without order, states or openings. */
export interface RawIterator {
  /** Names of the events that hold nothing of the answer, and without which no answer may pass for whole. */
  readonly structure: readonly string[];
  /** @param payloads the JSON of each event, in the order in which they came */
  readonly read: (payloads: readonly JsonObject[]) => RawAnswer;
}

/** Text by key, in the order in which the keys came. */
export class Pieces {
  readonly #texts = new Map<string, string>();

  add(key: string, text: JsonValue | undefined): void {
    this.#texts.set(key, (this.#texts.get(key) ?? '') + textOf(text));
  }

  /** A whole text, which says nothing new once pieces of it came. */
  whole(key: string, text: JsonValue | undefined): void {
    if ((this.#texts.get(key) ?? '') === '') {
      this.add(key, text);
    }
  }

  get joined(): string {
    return [...this.#texts.values()].join('');
  }

  get asArguments(): JsonValue[] {
    return [...this.#texts.values()].map(argumentsOf);
  }
}

/** What was said so far, by choice. */
export class Choices {
  readonly byIndex = new Map<number, RawChoice & { readonly calls: Pieces }>();

  at(index: JsonValue | undefined): RawChoice & { readonly calls: Pieces } {
    const key = typeof index === 'number' ? index : 0;
    const known = this.byIndex.get(key);
    const choice = known ?? {
      ...{ text: '', reasoning: '', refusal: '', arguments: [], finish: undefined },
      calls: new Pieces(),
    };
    this.byIndex.set(key, choice);
    return choice;
  }

  answer(input: number | undefined, output: number | undefined): RawAnswer {
    const choices = [...this.byIndex].map(([index, { calls, ...choice }]): [number, RawChoice] => [
      index,
      { ...choice, arguments: [...choice.arguments, ...calls.asArguments] },
    ]);
    return { choices: new Map(choices), input, output };
  }
}

/** Arguments as JSON; the text itself where it is none, as in a call that was cut. */
export function argumentsOf(text: string): JsonValue {
  const parsed = parseJson(text === '' ? '{}' : text);
  return parsed.ok ? parsed.value : text;
}

export function objectAt(node: JsonObject, key: string): JsonObject {
  const value = node[key];
  return isObject(value) ? value : {};
}

export function listAt(node: JsonObject, key: string): readonly JsonObject[] {
  const value = node[key];
  return value !== undefined && isArray(value) ? value.filter(isObject) : [];
}

export function givenOf(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null && value !== undefined));
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function wordOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
