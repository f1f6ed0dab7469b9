/**
 * ECMAScript "JSON.parse source text access". Node 22 and later have it; TypeScript's library does not declare it yet.
 */
interface JSON {
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(lexeme: string): object;
}
