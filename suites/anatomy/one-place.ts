import { type ESTree, Visitor } from 'vite';
import { placeOf, type SourceFile } from '../support/anatomy/source-files.ts';

/** What only a few named files may do, so that tests, replays and reports can control it. */
export interface OnePlace {
  /** A sentence for the test's title. */
  readonly title: string;
  /** `object.property` as written in the source, or the name of a global. */
  readonly words: readonly string[];
  /** Modules whose import counts as the same. */
  readonly modules?: readonly string[];
  /** Files, or folders with `/` at the end, that may do it, each with its reason. */
  readonly allowed: Readonly<Record<string, string>>;
}

export const onePlaces: readonly OnePlace[] = [
  {
    title: 'one file parses JSON, and there a syntax error is a result',
    words: ['JSON.parse'],
    allowed: { 'src/core/json.ts': 'the place' },
  },
  {
    title: 'one file reads time and waits for it',
    // setImmediate is allowed, because it waits for the next turn of the loop and not for a time.
    words: [
      'Date.now',
      'new Date',
      'performance',
      'setTimeout',
      'setInterval',
      'AbortSignal.timeout',
      'process.hrtime',
    ],
    modules: ['node:timers', 'node:timers/promises', 'node:perf_hooks'],
    allowed: { 'src/core/clock.ts': 'the place' },
  },
  {
    title: 'chance comes from the seeded generator of src/core/random.ts',
    words: ['Math.random', 'randomUUID', 'randomBytes', 'randomInt', 'crypto.getRandomValues', 'crypto.randomUUID'],
    allowed: {
      'src/certify/run/control.ts': 'the token that keeps other processes out must not follow from the seed',
    },
  },
  {
    title: 'only entry points read the environment',
    words: ['process.env'],
    modules: ['node:process', 'process'],
    allowed: {
      'src/cli/': 'the place',
      'src/index.ts': 'the entry of a program that uses this package',
      'src/vitest.ts': "the entry of a user's own test file",
      'src/certify/run/vitest-host.ts': 'vitest writes to the environment while it starts; this puts it back',
    },
  },
  {
    title: 'only the CLI prints',
    words: ['console', 'process.stdout', 'process.stderr'],
    allowed: {
      'src/cli/': 'the place',
      'src/certify/run/vitest-host.ts': "vitest's watch mode reads keys from the terminal and answers on it",
    },
  },
  {
    title: 'only the CLI ends the process',
    words: ['process.exit', 'process.exitCode', 'process.abort'],
    allowed: { 'src/cli/': 'the place' },
  },
];

/** Where a file does what is reserved for this place; empty for the files that may. */
export function uses(file: SourceFile, { words, modules = [], allowed }: OnePlace): readonly string[] {
  if (Object.keys(allowed).some((place) => (place.endsWith('/') ? file.path.startsWith(place) : file.path === place))) {
    return [];
  }
  const found = file.imports.filter((name) => modules.includes(name)).map((name) => `${file.path}: imports ${name}`);
  const check = (word: string | undefined, node: ESTree.Node): void => {
    if (word !== undefined && words.includes(word)) {
      found.push(`${placeOf(file, node)} ${word}`);
    }
  };
  new Visitor({
    MemberExpression: (node) => {
      const base = globalName(node.object);
      check(globalName(node), node);
      check(base, node);
      check(base === undefined ? undefined : `${base}.${propertyName(node) ?? '?'}`, node);
    },
    VariableDeclarator: ({ id, init }) => {
      const base = init === null ? undefined : globalName(init);
      if (id.type === 'ObjectPattern' && base !== undefined) {
        for (const property of id.properties) {
          check(property.type === 'Property' ? `${base}.${keyName(property.key) ?? '?'}` : undefined, property);
        }
      }
    },
    CallExpression: (node) => check(node.callee.type === 'Identifier' ? node.callee.name : undefined, node),
    // A date with arguments is a value. Without arguments it is now.
    NewExpression: (node) =>
      check(
        node.arguments.length === 0 && node.callee.type === 'Identifier' ? `new ${node.callee.name}` : undefined,
        node,
      ),
  }).visit(file.program);
  return [...new Set(found)];
}

/** `JSON` of `JSON` and of `globalThis.JSON`. */
function globalName(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') {
    return node.name;
  }
  const onGlobal =
    node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'globalThis';
  return onGlobal ? propertyName(node) : undefined;
}

function propertyName({ property }: ESTree.MemberExpression): string | undefined {
  return keyName(property);
}

function keyName(key: ESTree.Node): string | undefined {
  switch (key.type) {
    case 'Identifier':
      return key.name;
    case 'Literal':
      return String(key.value);
    default:
      return undefined;
  }
}
