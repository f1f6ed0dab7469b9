import type { Mode } from '../../core/route.ts';
import type { RequestFacts } from '../../core/scenario.ts';

/** What conditions may ask for beside the event: the request, and the form in which the response came. */
export interface Facts extends RequestFacts {
  readonly form?: Mode;
}
