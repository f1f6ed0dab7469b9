import type { WireScript } from '../core/exchange.ts';
import type { JsonValue } from '../core/json.ts';
import { replaceValue, valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { UsageField } from '../core/usage.ts';
import type { UsagePlace } from '../dialects/places.ts';
import { counterPath } from './stream/contract-words.ts';
import { createEvent, type EventScript, mapEvents, writeEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { endAt, placesOf, reportedUsages, terminalAt } from './stream/turn.ts';
import { forScripts } from './stream/variants.ts';

const counters: readonly UsageField[] = ['input', 'output', 'total'];
const details: readonly UsageField[] = ['cacheRead'];

/**
 * A number that nobody reported becomes 0, which is a claim: a free answer, or an empty cache. `counters`: no usage
 * came, and the counters are 0. `details`: usage came without cache reads, and those are 0.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-zeroed',
  title: 'Usage that was not reported is 0.',
  source: { text: 'U02: usage that is not reported', doc: 'docs/faults.md#u02' },
  breakage: 'fault',
  variants: forScripts((source) => {
    const final = finalUsage(source);
    if (terminalAt(source) < 0 || final === undefined) {
      return 'it ends before its usage';
    }
    const unknown = !isCounted(source, final.value, 'output');
    const usages = reportedUsages(source).map(({ event, place }) => valueAt(source.events[event]?.json, place.at));
    const detailed = counterPath(source.dialect, 'cacheRead') !== undefined;
    if (!unknown && (!detailed || usages.some((usage) => isCounted(source, usage, 'cacheRead')))) {
      return 'all of its usage is reported';
    }
    return [
      {
        label: unknown ? 'counters' : 'details',
        apply: (given) => withZeros(given, unknown ? counters : details),
      },
    ];
  }),
};

interface FinalUsage {
  readonly event: number;
  readonly place: UsagePlace;
  readonly value: JsonValue | undefined;
}

/** The last place for the totals of the turn, preferably one that holds a total. */
function finalUsage(source: EventScript): FinalUsage | undefined {
  const places = source.events.flatMap((item, event): readonly FinalUsage[] => {
    const { usage } = placesOf(source).read(item);
    return usage === undefined || usage.provisional
      ? []
      : [{ event, place: usage, value: valueAt(item.json, usage.at) }];
  });
  return places.findLast(({ value }) => isCounted(source, value, 'output')) ?? places.at(-1);
}

function isCounted(source: EventScript, value: JsonValue | undefined, field: UsageField): boolean {
  const path = counterPath(source.dialect, field);
  return path !== undefined && typeof valueAt(value, path) === 'number';
}

function withZeros(source: EventScript, fields: readonly UsageField[]): WireScript {
  const final = finalUsage(source);
  const paths = fields.flatMap((field) => {
    const path = counterPath(source.dialect, field);
    return path === undefined ? [] : [path];
  });
  const zeros = paths.reduce<JsonValue>((usage, path) => replaceValue(usage, path, 0), final?.value ?? {});
  const { usageEvent } = placesOf(source);
  if (fields === counters && usageEvent !== undefined && source.form === 'stream') {
    const end = endAt(source);
    const added = createEvent(source, usageEvent(source.events, zeros));
    return writeEvents(source, source.events.toSpliced(end, 0, added), { rest: source.rest });
  }
  return mapEvents(source, (event, index) =>
    final?.event === index ? withValue(source, event, final.place.at, zeros) : event,
  );
}
