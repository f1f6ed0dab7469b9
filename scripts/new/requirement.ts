import { parseSync, Visitor } from 'vite';
import { UsageFault } from '../../src/core/fault.ts';
import { fillTemplate, type Project } from './project.ts';

/**
 * Adds an object to the file of its topic, or a new file if the topic is new.
 *
 * @throws UsageFault when a requirement with this id exists, or the file of the topic has no list of requirements
 */
export function addRequirement(id: string, project: Project): void {
  const path = `src/requirements/${id.split('/').slice(0, 2).join('/')}.ts`;
  const exchange = id.startsWith('relay/');
  const object = fillTemplate('requirement-object.txt', { id, subject: exchange ? 'exchange' : 'stream' }).trimEnd();
  if (!project.exists(path)) {
    project.write(path, 'requirement.ts.txt', { type: exchange ? 'ExchangeRequirement' : 'StreamRequirement', object });
    return;
  }
  const source = project.read(path);
  if (source.includes(`id: '${id}'`)) {
    throw new UsageFault('a requirement with this id exists', path, 'choose another id, or edit this file');
  }
  const end = endOfList(source, path);
  project.replace(path, `${source.slice(0, end).trimEnd()}\n${object}\n${source.slice(end)}`);
}

/** The offset at which the list `requirements` of a topic's file closes. */
function endOfList(source: string, path: string): number {
  let end: number | undefined;
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && id.name === 'requirements' && init?.type === 'ArrayExpression') {
        end = init.end - 1;
      }
    },
  }).visit(parseSync(path, source).program);
  if (end === undefined) {
    throw new UsageFault('it has no list `requirements`', path, 'write the requirement by hand');
  }
  return end;
}
