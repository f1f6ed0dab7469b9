/**
 * What a value may be, for the purpose of drift: the words and the objects it may be. The types of an SDK and the
 * schemas of a contract are both read into this form, so that the same code handles both. Lists count as their items.
 */
export interface Shape {
  /** String values that are named one by one; empty if any string will do. */
  readonly words: readonly string[];
  readonly objects: readonly ObjectShape[];
}

export interface ObjectShape {
  /** Equal for the same definition. It shows when a path comes back to an object it has passed. */
  readonly definition: object;
  /** Members by name. Their shapes are read only on demand, because types may be endless. */
  readonly members: ReadonlyMap<string, () => Shape>;
}

export const nothing: Shape = { words: [], objects: [] };

export function joined(shapes: readonly Shape[]): Shape {
  return {
    words: [...new Set(shapes.flatMap(({ words }) => words))],
    objects: shapes.flatMap(({ objects }) => objects),
  };
}

/** The shape of a member, from all objects that have it. */
export function memberOf(shape: Shape, name: string): Shape {
  return joined(shape.objects.flatMap(({ members }) => members.get(name)?.() ?? []));
}

/** The words that tell the objects of a union apart. */
export function tagsOf(shape: Shape): readonly string[] {
  return memberOf(shape, 'type').words;
}

/** Names of the members of the objects, without looking into them. */
export function fieldsOf(shape: Shape): readonly string[] {
  return [...new Set(shape.objects.flatMap(({ members }) => [...members.keys()]))];
}

/**
 * Everything that a shape names, as paths: `delta/stop_reason`, `delta/stop_reason=refusal`, `content[text]` for an
 * object of a tagged union, `content[text]/citations`. An object with several possible tags counts once for each of
 * them. A path ends where it comes back to an object that it is in.
 *
 * @param cut names of members that are not followed, because another row compares them
 */
export function pathsOf(shape: Shape, cut: readonly string[] = []): readonly string[] {
  return [...new Set(pathsBelow(shape, '', [], cut))];
}

function pathsBelow(shape: Shape, at: string, above: readonly object[], cut: readonly string[]): readonly string[] {
  const words = at === '' ? [] : shape.words.map((word) => `${at}=${word}`);
  const inside = shape.objects.filter(({ definition }) => !above.includes(definition));
  return [
    ...words,
    ...inside.flatMap(({ definition, members }) => {
      const owners = (members.get('type')?.().words ?? []).map((tag) => `${at}[${tag}]`);
      const own = [...members].flatMap(([name, read]) =>
        // A tag is written in brackets. A tag without words belongs to objects that are not known yet.
        name === 'type'
          ? []
          : [{ name, below: cut.includes(name) ? [] : pathsBelow(read(), '?', [...above, definition], cut) }],
      );
      const whole = (owners.length === 0 ? [at] : owners).flatMap((owner) =>
        own.flatMap(({ name, below }) => {
          const path = owner === '' ? name : `${owner}/${name}`;
          return [path, ...below.map((rest) => `${path}${rest.slice(1)}`)];
        }),
      );
      return [...owners, ...whole];
    }),
  ];
}
