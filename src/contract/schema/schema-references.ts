import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { pointerPath } from '../grammar/pointer.ts';

/** A schema, and the `$id` of the document that it stands in, against which its references resolve. */
export interface Located {
  readonly schema: JsonObject;
  readonly base: string;
}

/** Finds what a reference leads to. */
export type ResolveReference = (reference: string, base: string) => Located | undefined;

/** @param documents schema documents by absolute `$id` */
export function createResolver(documents: ReadonlyMap<string, JsonObject>): ResolveReference {
  return (reference, base) => {
    const [id = '', fragment = ''] = new URL(reference, base).href.split('#');
    let found: JsonValue | undefined = documents.get(id);
    for (const key of pointerPath(decodeURIComponent(fragment))) {
      found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    return isObject(found) ? { schema: found, base: id } : undefined;
  };
}
