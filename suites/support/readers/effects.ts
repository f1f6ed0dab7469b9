import { isRefusal, type WireScript } from '../../../src/core/exchange.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { toolFragmentsOf, toolReaderNames, toolReaders } from '../../../src/outcome/tool-readers.ts';
import type { SdkRead, SdkReader } from '../sdk/readers/reader.ts';
import type { Breach } from './find-breaches.ts';
import { type Effect, effectOf, readingOf, type SdkReading } from './sdk-reading.ts';

/** What a breach does to each reader that reads answers of its form. */
export type Effects = Readonly<Partial<Record<ReaderName, Effect>>>;

/**
 * The raw iterator of the SDK, its helper, its reading of a body, its reading of a response that is refused, and the ways in
 * which clients put calls of tools together.
 */
export const readerNames = ['iterator', 'helper', 'body', 'refused', 'tools'] as const;

export type ReaderName = (typeof readerNames)[number];

const order: readonly Effect[] = ['reads', 'loses', 'throws'];

/** Reads breaches with all readers of a dialect, and keeps what they read of the unbroken answers. */
export function createBreachReader(sdk: SdkReader): (breach: Breach) => Promise<Effects> {
  const known = new Map<SdkRead, Map<WireScript, Promise<SdkReading>>>();
  const readOnce = (read: SdkRead, script: WireScript): Promise<SdkReading> => {
    const readings = known.get(read) ?? new Map<WireScript, Promise<SdkReading>>();
    known.set(read, readings);
    const reading = readings.get(script) ?? readingOf(read, script);
    readings.set(script, reading);
    return reading;
  };
  return async (breach) => {
    const effects: Effects[] = [];
    for (const [name, read] of readersOf(sdk, breach)) {
      const whole = await readOnce(read, breach.whole);
      effects.push({ [name]: effectOf(whole, await readingOf(read, breach.broken)) });
    }
    return worst([...effects, toolEffect(sdk, breach)]);
  };
}

function readersOf(
  { iterator, helper, body }: SdkReader,
  { asked, whole }: Breach,
): readonly (readonly [ReaderName, SdkRead])[] {
  if (isRefusal(whole.head.status)) {
    const reads = asked === 'body' ? [body] : [iterator, ...(helper === undefined ? [] : [helper])];
    return reads.map((read) => ['refused', read] as const);
  }
  if (asked === 'body') {
    return [['body', body]];
  }
  return [['iterator', iterator], ...(helper === undefined ? [] : [['helper', helper] as const])];
}

/** Whether all models of clients come to the calls of the unbroken answer, where it has any. */
function toolEffect({ dialect }: SdkReader, { asked, whole, broken }: Breach): Effects {
  const callsOf = (script: WireScript): readonly string[] => {
    const capture = { head: script.head, chunks: script.writes, ending: 'clean', endedAtMs: 0 } as const;
    const fragments = toolFragmentsOf(readCapture(dialect, asked, capture, { drift: false }));
    return toolReaderNames.map((name) => JSON.stringify(toolReaders[name](fragments)));
  };
  const before = callsOf(whole);
  if (before.every((calls) => calls === '[]')) {
    return {};
  }
  const after = callsOf(broken);
  return { tools: before.every((calls, index) => calls === after[index]) ? 'reads' : 'loses' };
}

/** The worst of all effects on each reader. */
export function worst(effects: readonly Effects[]): Effects {
  return Object.fromEntries(
    readerNames.flatMap((name) => {
      const found = effects.flatMap((one) => one[name] ?? []);
      const effect = order.findLast((one) => found.includes(one));
      return effect === undefined ? [] : [[name, effect]];
    }),
  );
}
