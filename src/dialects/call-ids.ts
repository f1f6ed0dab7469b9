/**
 * Ids of the calls of one conversation. Gemini and Ollama may leave them out and match results by name and order.
 * Everything else matches by id, so calls without an id are numbered. The same conversation gives the same ids, however
 * long it becomes.
 */
export class CallIds {
  /** Numbered calls that wait for their result, in order. */
  readonly #open: { readonly id: string; readonly name: string }[] = [];
  #numbered = 0;

  ofCall(stated: string | undefined, name: string): string {
    const id = stated || `call_${this.#numbered}`;
    if (!stated) {
      this.#numbered += 1;
      this.#open.push({ id, name });
    }
    return id;
  }

  /** The stated id, or else that of the first call without a result, with this name if one is given; empty if there is none. */
  ofResult(stated: string | undefined, name: string): string {
    if (stated) {
      return stated;
    }
    const position = this.#open.findIndex((call) => name === '' || call.name === name);
    const [call] = position === -1 ? [] : this.#open.splice(position, 1);
    return call?.id ?? '';
  }
}
