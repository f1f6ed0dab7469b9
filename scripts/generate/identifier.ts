/** Words that cannot be the name of an import. */
const reserved = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static ' +
    'super switch this throw true try typeof var void while with yield arguments eval'
  ).split(' '),
);

/**
 * A kebab-case id as a name for its import: `openai-chat` becomes `openaiChat`.
 *
 * @param kind appended if the id alone is a reserved word: the command `new` becomes `newCommand`
 */
export function identifier(id: string, kind: string): string {
  const name = camelCase(id);
  return reserved.has(name) ? camelCase(`${id}-${kind}`) : name;
}

function camelCase(id: string): string {
  return id.replace(/[-/]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
