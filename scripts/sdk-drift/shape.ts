/**
 * What a value may be, as far as drift is concerned: the words it may be and the objects it may be. The types of an SDK
 * and the schemas of a contract are both read as this, so that one piece of code asks both. Lists count as their items.
 */
export interface Shape {
  /** String values that are named one by one; none where any string will do. */
  readonly words: readonly string[];
  readonly objects: readonly ObjectShape[];
}

export interface ObjectShape {
  /** Equal for the same definition; tells when a path comes back to where it was. */
  readonly definition: object;
  /** Members by name; their shapes are read when they are asked for, because types may be endless. */
  readonly members: ReadonlyMap<string, () => Shape>;
}

export const nothing: Shape = { words: [], objects: [] };

export function joined(shapes: readonly Shape[]): Shape {
  return {
    words: [...new Set(shapes.flatMap(({ words }) => words))],
    objects: shapes.flatMap(({ objects }) => objects),
  };
}

/** The shape of a member, of whichever objects have it. */
export function memberOf(shape: Shape, name: string): Shape {
  return joined(shape.objects.flatMap(({ members }) => members.get(name)?.() ?? []));
}

/** The words by which the objects of a union are told apart. */
export function tagsOf(shape: Shape): readonly string[] {
  return memberOf(shape, 'type').words;
}

/** Names of the members of the objects, without looking into them. */
export function fieldsOf(shape: Shape): readonly string[] {
  return [...new Set(shape.objects.flatMap(({ members }) => [...members.keys()]))];
}

/**
 * Everything that a shape names, as paths: `delta/stop_reason`, `delta/stop_reason=refusal`, `content[text]` for an object
 * of a tagged union, `content[text]/citations`. An object that may have one of several tags is one for each of them.
 * A path ends where it comes back to an object that it is in.
 *
 * @param cut names of members that are not looked into, because they are compared on their own
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
        // A tag stands in brackets; one without words belongs to objects that nobody knows yet.
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
