import leven from 'leven';
import { UsageFault } from '../../src/core/fault.ts';
import { type Kind, kinds } from './kinds.ts';
import { Project } from './project.ts';

/** What was written, and what is left to do. */
export interface Scaffold {
  /** Below the root. */
  readonly paths: readonly string[];
  readonly next: readonly string[];
}

/**
 * Writes the files of one extension.
 *
 * @param root folder of the project
 * @throws UsageFault for an unknown kind, an invalid id, or a file that exists already; then nothing is written
 */
export function scaffold(words: readonly string[], root: string, today: Date): Scaffold {
  const [kindName, id, ...rest] = words;
  const kind = kindNamed(kindName);
  if (id === undefined || rest.length > 0) {
    throw new UsageFault('exactly one id is needed', kind.name, `npm run new -- ${kind.name} ${kind.example}`);
  }
  if (!kind.idPattern.test(id)) {
    throw new UsageFault(`this is not an id for a ${kind.name}`, id, `${kind.idShape}, like ${kind.example}`);
  }
  const project = new Project(root, today);
  kind.add(id, project);
  project.save();
  return { paths: project.paths, next: kind.next(id) };
}

function kindNamed(name: string | undefined): Kind {
  const kind = kinds.find((candidate) => candidate.name === name);
  if (kind !== undefined) {
    return kind;
  }
  const names = kinds.map((candidate) => candidate.name);
  if (name === undefined) {
    throw new UsageFault('a kind and an id are needed', 'npm run new -- KIND ID', `kinds: ${names.join(', ')}`);
  }
  const [nearest = ''] = names.toSorted((left, right) => leven(left, name) - leven(right, name));
  throw new UsageFault('this kind is unknown', name, `did you mean ${nearest}? kinds: ${names.join(', ')}`);
}
