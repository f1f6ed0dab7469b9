/**
 * How much of what was selected a run may take. `cases`: so many. `time`: as many as the relay answers in so many
 * milliseconds, by the pace of its first answers. `smoke`: a small part of every route.
 */
export type Budget =
  | { readonly kind: 'cases'; readonly cases: number }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'smoke' };

/** A budget as it is given: `500`, `30s`, `smoke`. */
export function budgetText(budget: Budget): string {
  switch (budget.kind) {
    case 'cases':
      return String(budget.cases);
    case 'time':
      return `${budget.ms / 1_000}s`;
    case 'smoke':
      return 'smoke';
  }
}
