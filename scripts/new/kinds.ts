import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Project } from './project.ts';
import { addRequirement } from './requirement.ts';

/** One kind of extension that can be scaffolded. */
export interface Kind {
  readonly name: string;
  readonly example: string;
  readonly idPattern: RegExp;
  /** The form of an id, for the hint of a refusal. */
  readonly idShape: string;
  /**
   * Writes the files of one extension.
   *
   * @throws UsageFault when a file exists already
   */
  readonly add: (id: string, project: Project) => void;
  /** What is left to do by hand. */
  readonly next: (id: string) => readonly string[];
}

const word = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const wordShape = 'lower-case words joined by hyphens';

export const kinds: readonly Kind[] = [
  {
    name: 'mutation',
    example: 'usage-halved',
    idPattern: pattern(word),
    idShape: wordShape,
    add: (id, project) => project.write(`src/mutations/${id}.ts`, 'mutation.ts.txt', { id }),
    next: (id) => [
      `say in src/mutations/${id}.ts what it changes, what effect that has and which class of docs/faults.md it belongs to`,
      'name it in `provenBy` of the requirements that it has to turn red',
    ],
  },
  {
    name: 'requirement',
    example: 'relay/text/in-order',
    idPattern: pattern(`(?:any|relay|${dialectIds.join('|')})/${word}/${word}`),
    idShape: 'scope/topic/rule, where the scope is any, relay or a dialect',
    add: addRequirement,
    next: (id) => [
      `write its check in src/requirements/${id.split('/').slice(0, 2).join('/')}.ts, and name the page that describes the rule`,
      'name the breakages that turn it red in `provenBy`',
    ],
  },
  {
    name: 'relay',
    example: 'litellm',
    idPattern: pattern(word),
    idShape: wordShape,
    add: (id, project) => {
      const values = { id, title: titleOf(id) };
      project.write(`src/relays/${id}.ts`, 'relay/preset.ts.txt', values);
      project.write(`src/relays/${id}/package.json`, 'relay/package.json.txt', values);
      project.write(`src/relays/${id}/package-lock.json`, 'relay/package-lock.json.txt', values);
    },
    next: (id) => [
      `in src/relays/${id}: npm install --save-exact --package-lock-only PACKAGE`,
      `say in src/relays/${id}.ts how it is started and addressed`,
    ],
  },
  {
    name: 'dialect',
    example: 'cohere-chat',
    idPattern: pattern(word),
    idShape: wordShape,
    add: addDialect,
    next: (id) => [
      `write contracts/${id}, then src/dialects/${id}: they hold an example that reads and writes text`,
      `write small answers for the tests in suites/support/dialects/${id}.ts`,
      'run npm run record:synthesise for its recordings, and npm run generate for the tables of docs',
    ],
  },
  {
    name: 'command',
    example: 'explain',
    idPattern: pattern(word),
    idShape: wordShape,
    add: (id, project) => project.write(`src/cli/commands/${id}.ts`, 'command.ts.txt', { id }),
    next: (id) => [`say in src/cli/commands/${id}.ts what it takes and does`],
  },
  {
    name: 'recording',
    example: 'long-tool-name',
    idPattern: pattern(word),
    idShape: wordShape,
    add: (id, project) =>
      project.write(`recordings/scenarios/${id}.json`, 'scenario.json.txt', { id, title: titleOf(id) }),
    next: (id) => [
      `write the request and the answer in recordings/scenarios/${id}.json`,
      'run npm run record:synthesise for the recording of each dialect',
    ],
  },
];

function addDialect(id: string, project: Project): void {
  const name = camelCase(id);
  const values = {
    id,
    name,
    Name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    title: titleOf(id),
    date: project.today,
  };
  const schemas = ['event', 'response', 'error', 'request'].map((name) => `${name}.schema.json`);
  for (const file of ['contract.json', ...schemas, 'sdk-drift.json', 'NOTES.md']) {
    project.write(`contracts/${id}/${file}`, `contract/${file}.txt`, values);
  }
  const encoders = ['encode.ts', 'part-writer.ts', 'encode-body.ts', 'encode-error.ts'];
  for (const file of ['index.ts', ...encoders, 'places.ts', 'request.ts']) {
    project.write(`src/dialects/${id}/${file}`, `dialect/${file}.txt`, values);
  }
  project.write(`suites/support/dialects/${id}.ts`, 'dialect/samples.ts.txt', values);
}

function pattern(source: string): RegExp {
  return new RegExp(`^${source}$`);
}

/** `long-tool-name` as `Long tool name`. */
function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function camelCase(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
