/** ECMAScript "JSON.parse source text access", which Node 22 and later have and TypeScript's library does not declare yet. */
interface JSON {
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(lexeme: string): object;
}
