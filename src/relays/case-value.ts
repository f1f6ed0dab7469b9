import type { Route } from '../core/route.ts';

/** Stands for a text that is another in every case. */
export const casePlaceholder = '{case}';

/** Whether the cases of a route differ in what the relay may lock: a model, a key or a header. */
export function variesByCase({ model, key = '', headers }: Pick<Route, 'model' | 'key' | 'headers'>): boolean {
  return [model, key, ...Object.values(headers)].some((text) => text.includes(casePlaceholder));
}

/**
 * The route with `{case}` replaced in its model, key and headers.
 *
 * @param value letters and digits only, because it becomes part of a model's name and of a header
 */
export function routeOfCase(route: Route, value: string): Route {
  const fill = (text: string): string => text.replaceAll(casePlaceholder, value);
  const headers = Object.entries(route.headers).map(([name, text]) => [name, fill(text)] as const);
  return {
    ...route,
    model: fill(route.model),
    ...(route.key === undefined ? {} : { key: fill(route.key) }),
    headers: Object.fromEntries(headers),
  };
}
