import type { Route } from '../../core/route.ts';
import { casePlaceholder } from '../../relays/case-value.ts';

/**
 * The names that the fake upstream lists as its models. A relay may look a model up before it asks for an answer, so the
 * models of the cases that are running are listed, too.
 */
export interface ServedModels {
  readonly list: () => readonly string[];
  /** Lists a model until the returned function is called. */
  readonly add: (model: string) => () => void;
}

/** @param routes as they are configured */
export function createServedModels(routes: readonly Pick<Route, 'model'>[]): ServedModels {
  const fixed = routes.map(({ model }) => model).filter((model) => !model.includes(casePlaceholder));
  const running = new Map<string, number>();
  return {
    list: () => [...new Set(['relaycert', ...[...fixed, ...running.keys()].flatMap(namesOf)])],
    add: (model) => {
      running.set(model, (running.get(model) ?? 0) + 1);
      return () => {
        const left = (running.get(model) ?? 0) - 1;
        if (left > 0) {
          running.set(model, left);
        } else {
          running.delete(model);
        }
      };
    },
  };
}

/** A relay may take the provider off the name: `provider/model`, `provider,model`. */
function namesOf(model: string): readonly string[] {
  const bare = model.slice(Math.max(model.lastIndexOf('/'), model.lastIndexOf(',')) + 1);
  return bare === '' || bare === model ? [model] : [model, bare];
}
