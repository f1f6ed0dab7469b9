import { type JsonValue, parseJson } from '../core/json.ts';
import type { Reading } from '../core/reading.ts';
import { dialects } from '../dialects/registry.generated.ts';
import type { ToolFragment } from '../dialects/tool-fragment.ts';

/** A tool call as one kind of client assembles it. */
export interface ReadCall {
  readonly choice: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * Ways in which clients assemble tool calls from deltas. They all read what OpenAI sends in the same way. Where they
 * disagree, different clients get different calls.
 *
 * - `append-name`: every string of a fragment is appended, the name too.
 * - `latch-first`: the first fragment of an index says id and name, whatever comes later.
 * - `spread-merge`: what a later fragment says replaces what was known, null and `""` too.
 * - `id-keyed`: an id opens a call, and an index only points to the last id that came with it.
 */
export const toolReaderNames = ['append-name', 'latch-first', 'spread-merge', 'id-keyed'] as const;

export type ToolReaderName = (typeof toolReaderNames)[number];

/** Each way of reading, by its name. */
export const toolReaders: Readonly<Record<ToolReaderName, ToolReader>> = {
  'append-name': byIndex((call, { id, name }) => ({
    id: call.id === '' ? textOf(id) : call.id,
    name: call.name + textOf(name),
  })),
  'latch-first': byIndex((call, { id, name }, first) =>
    first ? { id: textOf(id), name: textOf(name) } : { id: call.id, name: call.name },
  ),
  'spread-merge': byIndex((call, { id, name }) => ({
    id: id === undefined ? call.id : textOf(id),
    name: name === undefined ? call.name : textOf(name),
  })),
  'id-keyed': readById,
};

type ToolReader = (fragments: readonly ToolFragment[]) => readonly ReadCall[];

type Identity = Pick<ReadCall, 'id' | 'name'>;

/**
 * What a stream says about its tool calls, event by event. Empty for bodies and for dialects whose calls come whole.
 */
export function toolFragmentsOf({ dialect, mode, frames }: Reading): readonly ToolFragment[] {
  const { toolFragments } = dialects[dialect];
  if (toolFragments === undefined || mode === 'body') {
    return [];
  }
  return toolFragments(
    frames.flatMap((frame) => {
      const parsed = frame.hasData ? parseJson(frame.data) : undefined;
      return parsed?.ok === true ? [parsed.value] : [];
    }),
  );
}

function byIndex(identify: (call: Identity, fragment: ToolFragment, first: boolean) => Identity): ToolReader {
  return (fragments) => {
    const calls = new Map<string, ReadCall>();
    for (const fragment of fragments) {
      const key = `${fragment.choice}/${fragment.index}`;
      const known = calls.get(key);
      const call = known ?? { choice: fragment.choice, id: '', name: '', arguments: '' };
      calls.set(key, {
        choice: call.choice,
        ...identify(call, fragment, known === undefined),
        arguments: withArguments(call.arguments, fragment),
      });
    }
    return [...calls.values()];
  };
}

function readById(fragments: readonly ToolFragment[]): readonly ReadCall[] {
  const calls = new Map<string, ReadCall>();
  const keys = new Map<string, string>();
  for (const fragment of fragments) {
    const id = textOf(fragment.id);
    const place = `${fragment.choice}/${fragment.index}`;
    const key = id === '' ? keys.get(place) : `${fragment.choice}/${id}`;
    if (key === undefined) {
      continue;
    }
    keys.set(place, key);
    const call = calls.get(key) ?? { choice: fragment.choice, id, name: '', arguments: '' };
    calls.set(key, {
      ...call,
      name: call.name === '' ? textOf(fragment.name) : call.name,
      arguments: withArguments(call.arguments, fragment),
    });
  }
  return [...calls.values()];
}

/** After pieces of a text came, the whole text says nothing new. */
function withArguments(known: string, { arguments: piece, whole }: ToolFragment): string {
  return known === '' && textOf(whole) !== '' ? textOf(whole) : known + textOf(piece);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
