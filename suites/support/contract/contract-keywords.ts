import { type ESTree, parseSync, Visitor } from 'vite';
import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import { textOf } from '../anatomy/source-files.ts';

/** One keyword of an object of the contract language. */
export interface Keyword {
  readonly name: string;
  readonly required: boolean;
  /** What it means, in one wording everywhere. */
  readonly meaning: string;
}

/** Objects of the language by name (`contract`, `rule`, `scope` …), with their keywords in order. */
export type Language = ReadonlyMap<string, readonly Keyword[]>;

const sources = ['src/contract/contract-format.ts', 'src/contract/grammar/rule-format.ts', 'src/core/source.ts'];

/** The language as the types of the engine have it. */
export function typedLanguage(): Language {
  const language = new Map<string, readonly Keyword[]>();
  for (const path of sources) {
    const text = textOf(path);
    const { program, comments } = parseSync(path, text);
    const docs = new Map(comments.map(({ end, value }) => [text.slice(end).search(/\S/) + end, docText(value)]));
    new Visitor({
      TSInterfaceDeclaration: ({ id, body }) => {
        language.set(
          objectName(id.name),
          body.body.flatMap((member) => keywordOf(member, docs)),
        );
      },
      TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
        if (typeAnnotation.type === 'TSUnionType') {
          const literals = typeAnnotation.types.filter((type) => type.type === 'TSTypeLiteral');
          const keywords = literals.flatMap(({ members }) => members.flatMap((member) => keywordOf(member, docs)));
          if (keywords.length > 0) {
            language.set(objectName(id.name), keywords);
          }
        }
      },
    }).visit(program);
  }
  return language;
}

/** `scope` of `ScopeFormat`, `nameCase` of `NameCase`. */
function objectName(type: string): string {
  const name = type.replace(/Format$/, '');
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}

function keywordOf(member: ESTree.TSSignature, docs: ReadonlyMap<number, string>): readonly Keyword[] {
  if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') {
    return [];
  }
  return [{ name: member.key.name, required: !member.optional, meaning: docs.get(member.start) ?? '' }];
}

/** The text of a doc comment, on one line. */
function docText(comment: string): string {
  return comment
    .replace(/^\*/, '')
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The meta schema. */
export function metaSchema(): JsonObject {
  const parsed = parseJson(textOf('contracts/meta/contract.schema.json'));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

/** The language as the meta schema has it. */
export function schemaLanguage(): Language {
  const meta = metaSchema();
  const definitions = isObject(meta['$defs']) ? Object.entries(meta['$defs']) : [];
  return new Map(
    [['contract', meta] as const, ...definitions].flatMap(([name, schema]) => {
      const keywords = keywordsOf(schema);
      return keywords.length === 0 ? [] : [[name, keywords] as const];
    }),
  );
}

/** The keywords of a schema, and of its alternatives where it is a union. */
function keywordsOf(schema: JsonValue | undefined): readonly Keyword[] {
  if (!isObject(schema)) {
    return [];
  }
  const { properties, required, anyOf } = schema;
  const own = isObject(properties)
    ? Object.entries(properties).map(([name, property]) => ({
        name,
        required: required !== undefined && isArray(required) && required.includes(name),
        meaning: isObject(property) && typeof property['description'] === 'string' ? property['description'] : '',
      }))
    : [];
  return [...own, ...(anyOf !== undefined && isArray(anyOf) ? anyOf.flatMap(keywordsOf) : [])];
}
