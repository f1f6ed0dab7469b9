import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { headerValue, joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import type { Extent, Variant, WireMutation } from '../../../src/core/mutation.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { Reading } from '../../../src/core/reading.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { type MutationId, mutations, mutationsById } from '../../../src/mutations/registry.generated.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';

export const wireMutations: readonly WireMutation[] = mutations.filter((mutation) => mutation.target === 'wire');

function wireMutation(id: MutationId): WireMutation {
  const mutation = mutationsById[id];
  if (mutation.target !== 'wire') {
    throw new Error(`${id} changes requests`);
  }
  return mutation;
}

/** All variants; throws where the mutation does not apply. */
export function variantsOf(
  id: MutationId,
  script: WireScript,
  dialect: DialectId,
  extent: Extent = 'every',
): readonly Variant[] {
  const variants = wireMutation(id).variants(script, dialect, extent);
  if ('notApplicable' in variants) {
    throw new Error(`${id}: ${variants.notApplicable}`);
  }
  return variants;
}

/** Why it does not apply; throws where it does. */
export function reasonAgainst(id: MutationId, script: WireScript, dialect: DialectId): string {
  const variants = wireMutation(id).variants(script, dialect, 'every');
  if ('notApplicable' in variants) {
    return variants.notApplicable;
  }
  throw new Error(`${id} applies`);
}

/** The script changed by the variant with this label, or by the only one. */
export function mutate(
  id: MutationId,
  script: WireScript,
  dialect: DialectId,
  { label, seed = 'seed' }: { readonly label?: string; readonly seed?: string } = {},
): WireScript {
  const variants = variantsOf(id, script, dialect);
  const variant = label === undefined ? variants[0] : variants.find((found) => found.label === label);
  if (variant === undefined || (label === undefined && variants.length > 1)) {
    throw new Error(`${id} has the variants ${variants.map((found) => found.label).join(', ')}`);
  }
  return variant.apply(script, createRandom(seed));
}

export function textOf(script: WireScript): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(joinChunks(script.writes));
}

export function readScript(script: WireScript, dialect: DialectId): Reading {
  const { framing } = dialects[dialect].decoder('stream', headerValue(script.head.headers, 'content-type'));
  const capture = { head: script.head, chunks: script.writes, ending: script.ending, endedAtMs: 0 };
  return readCapture(dialect, framing === 'body' ? 'body' : 'stream', capture);
}

export interface Dispatched {
  readonly event: string | undefined;
  readonly data: string;
}

/** What a client would be given of a stream, by what its content type says. */
export function dispatched(script: WireScript): readonly Dispatched[] {
  const inLines = headerValue(script.head.headers, 'content-type')?.includes('ndjson') === true;
  const decoder = inLines ? createNdjsonDecoder() : createSseDecoder();
  return [...script.writes.flatMap((chunk) => decoder.feed(chunk)), ...decoder.end().frames]
    .filter((frame) => frame.hasData && frame.terminated)
    .map(({ event, data }) => ({ event, data }));
}

/** Data of all events. */
export function dataOf(script: WireScript): readonly string[] {
  return dispatched(script).map(({ data }) => data);
}
