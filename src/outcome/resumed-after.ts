import { compilePointer } from '../contract/grammar/pointer.ts';
import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { type Capture, headerValue } from '../core/exchange.ts';
import { parseJson } from '../core/json.ts';
import { dialects } from '../dialects/registry.generated.ts';

/**
 * The number of the event after which a stream goes on that begins in the middle: its first event has a number, which is not
 * that of a first event, and is none with which an answer begins. For captures whose request is not known: where it is, a
 * stream that lost its beginning must not pass for one that was resumed.
 */
export function resumedAfter(dialect: DialectId, { head, chunks }: Capture): number | undefined {
  const { contract, rules, nameOf } = loadContract(dialect);
  const { sequence, start = 'start' } = contract;
  if (sequence?.resumed === undefined || sequence.from === undefined) {
    return undefined;
  }
  const decoder = dialects[dialect].decoder('stream', head && headerValue(head.headers, 'content-type'));
  let first: string | undefined;
  for (const chunk of chunks) {
    first = decoder.feed(chunk).find(({ hasData }) => hasData)?.data;
    if (first !== undefined) {
      break;
    }
  }
  const parsed = first === undefined ? undefined : parseJson(first);
  if (parsed?.ok !== true) {
    return undefined;
  }
  const number = compilePointer(sequence.at)(parsed.value);
  const name = nameOf(parsed.value, {});
  const begins = contract.rules[name]?.some(({ in: states }) => [states ?? []].flat().includes(start)) === true;
  const resumed = typeof number === 'number' && number > sequence.from && rules.has(name) && !begins;
  return resumed ? number - 1 : undefined;
}
