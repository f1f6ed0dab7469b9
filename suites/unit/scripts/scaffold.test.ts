import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatSource } from '../../../scripts/generate/format-source.ts';
import { kinds } from '../../../scripts/new/kinds.ts';
import { scaffold } from '../../../scripts/new/scaffold.ts';
import { parseContract } from '../../../src/contract/load.ts';
import { createSchemaSet } from '../../../src/contract/schema/schemas.ts';
import { isObject, parseJson } from '../../../src/core/json.ts';
import { checkScenarioDocument } from '../../../src/recording/meta-schema.ts';
import { parseSource } from '../../support/anatomy/source-files.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const today = new Date('2030-01-02T03:04:05Z');

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function json(root: string, path: string) {
  const parsed = parseJson(read(root, path));
  if (!parsed.ok || !isObject(parsed.value)) {
    throw new Error(`${path} is not a JSON object`);
  }
  return parsed.value;
}

describe('npm run new', () => {
  test.each(kinds)('$name $example writes files that parse and are formatted', async ({ name, example }) => {
    const root = temporaryFolder();
    const { paths, next } = scaffold([name, example], root, today);
    expect(paths.length).toBeGreaterThan(0);
    expect(next.length).toBeGreaterThan(0);
    for (const path of paths) {
      const text = read(root, path);
      expect(text).not.toContain('{{');
      if (path.endsWith('.ts')) {
        parseSource(path, text);
      }
      if (/\.(?:ts|json)$/.test(path) && !path.endsWith('package-lock.json')) {
        expect(await formatSource(text, path)).toBe(text);
      }
    }
  });

  test('a mutation stands where the generator finds it, under its own id', () => {
    const root = temporaryFolder();
    expect(scaffold(['mutation', 'usage-halved'], root, today).paths).toEqual(['src/mutations/usage-halved.ts']);
    expect(read(root, 'src/mutations/usage-halved.ts')).toMatch(/^export const mutation: .*id: 'usage-halved'/ms);
  });

  test('a requirement of a new topic gets a file, the next one of that topic is added to it', async () => {
    const root = temporaryFolder();
    const path = 'src/requirements/relay/pace.ts';
    scaffold(['requirement', 'relay/pace/first-token'], root, today);
    scaffold(['requirement', 'relay/pace/no-burst'], root, today);
    const source = read(root, path);
    expect([...source.matchAll(/id: '(.*)'/g)].map(([, id]) => id)).toEqual([
      'relay/pace/first-token',
      'relay/pace/no-burst',
    ]);
    expect(await formatSource(source, path)).toBe(source);
  });

  test('a requirement judges both sides in the scope relay and one stream elsewhere', () => {
    const root = temporaryFolder();
    scaffold(['requirement', 'relay/pace/first-token'], root, today);
    scaffold(['requirement', 'any/pace/first-token'], root, today);
    expect(read(root, 'src/requirements/relay/pace.ts')).toMatch(
      /readonly ExchangeRequirement\[\].*subject: 'exchange'/s,
    );
    expect(read(root, 'src/requirements/any/pace.ts')).toMatch(/readonly StreamRequirement\[\].*subject: 'stream'/s);
  });

  test('a scenario is valid', () => {
    const root = temporaryFolder();
    const [path = ''] = scaffold(['recording', 'long-tool-name'], root, today).paths;
    expect(checkScenarioDocument(json(root, path), path)).toMatchObject({
      name: 'long-tool-name',
      title: 'Long tool name',
    });
  });

  test('a dialect has a valid contract and schemas that compile', () => {
    const root = temporaryFolder();
    scaffold(['dialect', 'acme-chat'], root, today);
    const folder = 'contracts/acme-chat';
    expect(parseContract(read(root, `${folder}/contract.json`), folder)).toMatchObject({
      dialect: 'acme-chat',
      version: '2030-01-02',
    });
    const schemas = createSchemaSet(
      {
        event: json(root, `${folder}/event.schema.json`),
        response: json(root, `${folder}/response.schema.json`),
        error: json(root, `${folder}/error.schema.json`),
        request: json(root, `${folder}/request.schema.json`),
      },
      folder,
    );
    expect(schemas.events.get('text')?.({ type: 'text', text: 'a' })).toEqual([]);
    expect(schemas.events.get('text')?.({ type: 'text' })).toMatchObject([{ keyword: 'required' }]);
    expect(schemas.response({ type: 'response', id: 'a', model: 'b', text: '', finish_reason: 'stop' })).toEqual([]);
    expect(schemas.error({ type: 'error' })).toHaveLength(1);
    expect(schemas.request({ model: 'b', prompt: '' })).toEqual([]);
  });

  test.each([
    { words: [], place: 'npm run new -- KIND ID', hint: /mutation, requirement/ },
    { words: ['mutatoin', 'a'], place: 'mutatoin', hint: /did you mean mutation\?/ },
    { words: ['mutation'], place: 'mutation', hint: /npm run new -- mutation/ },
    { words: ['mutation', 'a', 'b'], place: 'mutation', hint: /npm run new -- mutation/ },
    { words: ['mutation', 'Usage'], place: 'Usage', hint: /lower-case/ },
    { words: ['mutation', 'usage_halved'], place: 'usage_halved', hint: /lower-case/ },
    { words: ['mutation', '../usage'], place: '../usage', hint: /lower-case/ },
    { words: ['mutation', '7up'], place: '7up', hint: /lower-case/ },
    { words: ['requirement', 'usage'], place: 'usage', hint: /scope\/topic\/rule/ },
    { words: ['requirement', 'client/usage/kept'], place: 'client/usage/kept', hint: /any, relay or a dialect/ },
  ])('$words is refused and writes nothing', async ({ words, place, hint }) => {
    const root = temporaryFolder();
    const fault = await faultOf(() => scaffold(words, root, today));
    expect(fault).toMatchObject({ place, hint: expect.stringMatching(hint) });
    expect(readdirSync(root)).toEqual([]);
  });

  test('a file that exists is left as it is, and so are the others', async () => {
    const root = temporaryFolder();
    write(root, 'src/relays/litellm/package.json', 'mine');
    const fault = await faultOf(() => scaffold(['relay', 'litellm'], root, today));
    expect(fault).toMatchObject({ message: 'it exists already', place: 'src/relays/litellm/package.json' });
    expect(readdirSync(join(root, 'src/relays'))).toEqual(['litellm']);
    expect(read(root, 'src/relays/litellm/package.json')).toBe('mine');
  });

  test('an id that a topic has already is refused', async () => {
    const root = temporaryFolder();
    scaffold(['requirement', 'relay/pace/first-token'], root, today);
    const before = read(root, 'src/requirements/relay/pace.ts');
    const fault = await faultOf(() => scaffold(['requirement', 'relay/pace/first-token'], root, today));
    expect(fault.place).toBe('src/requirements/relay/pace.ts');
    expect(read(root, 'src/requirements/relay/pace.ts')).toBe(before);
  });
});
