import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { type Chunk, headerValue, joinChunks, type WireScript } from '../../src/core/exchange.ts';
import { canonicalJson } from '../../src/core/json.ts';
import { type Extent, effectOf, type Variant, type WireMutation } from '../../src/core/mutation.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { createRandom } from '../../src/core/random.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { dialectSamples } from '../support/dialects.generated.ts';
import { type Dispatched, dispatched, readScript, wireMutations } from '../support/triangle/mutate.ts';

interface Case {
  readonly mutation: WireMutation;
  readonly dialect: DialectId;
  readonly sample: string;
  readonly script: WireScript;
  readonly variant: Variant;
}

/** Streams that already went wrong, which breakages such as `invent-terminal` need. */
function brokenStreams(dialect: DialectId): readonly (readonly [string, WireScript])[] {
  const broken = wireMutations.filter(({ id }) => ['cut-fin', 'error-event', 'http-error', 'drop-usage'].includes(id));
  return (['one-tool', 'short-text'] as const).flatMap((sample) =>
    broken.map((mutation) => {
      const script = dialectSamples[dialect].streams[sample];
      const broke = variants(mutation, script, dialect, 'one')[0]?.apply(script, createRandom(1));
      return [`${sample}~${mutation.id}`, broke ?? script] as const;
    }),
  );
}

function variants(mutation: WireMutation, script: WireScript, dialect: DialectId, extent: Extent): readonly Variant[] {
  const made = mutation.variants(script, dialect, extent);
  return 'notApplicable' in made ? [] : made;
}

/** Answers with what the samples do not have: reasoning, refusals, media, several texts, details of usage, odd characters. */
const richNames = ['image-part', 'line-separators', 'refusal', 'signed-reasoning-then-tool', 'two-texts'];
const rich = loadRecordings({ path: join(packageRoot, 'recordings') }).filter(
  ({ name, mode, provenance }) => richNames.includes(name) && mode === 'stream' && provenance === 'synthesised',
);

/** Only plain arrays can be compared with their clones. */
function plainBytes({ atMs, bytes }: Chunk): Chunk {
  return { atMs, bytes: Uint8Array.from(bytes) };
}

const scripts = dialectIds.flatMap((dialect) =>
  [
    ...Object.entries(dialectSamples[dialect].streams),
    ...rich
      .filter((recording) => recording.dialect === dialect)
      .map(({ name: sample, script }) => [sample, { ...script, writes: script.writes.map(plainBytes) }] as const),
    ['body', dialectSamples[dialect].body] as const,
    ...brokenStreams(dialect),
  ].map(([sample, script]) => ({ dialect, sample, script })),
);

const cases: readonly Case[] = scripts.flatMap((where) =>
  wireMutations.flatMap((mutation) =>
    variants(mutation, where.script, where.dialect, 'every').map((variant) => ({ ...where, mutation, variant })),
  ),
);

function name({ mutation, dialect, sample, variant }: Case): string {
  return `${dialect}/${sample}~${mutation.id}@${variant.label}`;
}

function apply({ variant, script }: Case, seed = 'law'): WireScript {
  return variant.apply(script, createRandom(seed));
}

const anyCase = fc.constantFrom(...cases);

describe('every mutation', () => {
  it('applies to at least one script, and says why where it does not', () => {
    const applied = new Set(cases.map(({ mutation }) => mutation.id));
    expect(wireMutations.filter(({ id }) => !applied.has(id)).map(({ id }) => id)).toEqual([]);
    for (const { script, dialect } of scripts) {
      for (const mutation of wireMutations) {
        const made = mutation.variants(script, dialect, 'every');
        expect('notApplicable' in made ? made.notApplicable : made.length).toBeTruthy();
      }
    }
  });

  it('gives the same bytes, times and ending for the same seed', () => {
    fc.assert(
      fc.property(anyCase, fc.string(), (found, seed) => {
        expect(apply(found, seed)).toEqual(apply(found, seed));
      }),
      { numRuns: 400 },
    );
  });

  it('does not change the script that it is given', () => {
    fc.assert(
      fc.property(anyCase, fc.string(), (found, seed) => {
        const before = structuredClone(found.script);
        apply(found, seed);
        expect(found.script).toEqual(before);
      }),
      { numRuns: 400 },
    );
  });

  it('has a different label for each variant', () => {
    for (const { script, dialect } of scripts) {
      for (const mutation of wireMutations) {
        const labels = variants(mutation, script, dialect, 'every').map(({ label }) => label);
        expect([mutation.id, new Set(labels).size]).toEqual([mutation.id, labels.length]);
      }
    }
  });

  it('makes each variant of a sample also for the extent every', () => {
    for (const { script, dialect } of scripts) {
      for (const mutation of wireMutations) {
        const labels = (extent: Extent) => variants(mutation, script, dialect, extent).map(({ label }) => label);
        expect(labels('every')).toEqual(expect.arrayContaining(labels('sample')));
        expect(labels('sample')).toEqual(expect.arrayContaining(labels('one')));
        expect(labels('one').length > 0).toBe(labels('every').length > 0);
      }
    }
  });

  it('writes bytes in order of time, and declares only lengths that are true', () => {
    for (const found of cases) {
      const { head, writes } = apply(found);
      const times = writes.map(({ atMs }) => atMs);
      const declared = headerValue(head.headers, 'content-length');
      expect(times, name(found)).toEqual([...times].sort((left, right) => left - right));
      expect(
        writes.every(({ bytes }) => bytes.length > 0),
        name(found),
      ).toBe(true);
      expect(declared ?? String(joinChunks(writes).length), name(found)).toBe(String(joinChunks(writes).length));
    }
  });

  it('changes something', () => {
    for (const found of cases) {
      expect(apply(found), name(found)).not.toEqual(found.script);
    }
  });

  it('also works on a script that is shorter than the one for which its variants were made', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), (found, cut) => {
        const { writes } = found.script;
        const shorter = { ...found.script, writes: writes.slice(0, cut % (writes.length + 1)) };
        expect(() => found.variant.apply(shorter, createRandom(1))).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});

const framing = [
  'rechunk-bytes',
  'rechunk-random',
  'coalesce',
  'line-ending-crlf',
  'line-ending-cr',
  'comment-block',
  'comment-inside',
  'multi-line-data',
  'no-space-after-colon',
  'bom',
];
const adding = ['unknown-event', 'ping', 'unknown-field'];

/** In one spelling, without what a mutation declares as added. */
function essence(script: WireScript, dialect: DialectId): readonly Dispatched[] {
  return dispatched(script)
    .map(({ event, data }) => ({
      event,
      // Numbers count what was added, too.
      data: data.replace('"relaycert_unknown":true,', '').replace(/"sequence_number":\d+,/, ''),
    }))
    .filter(({ event, data }) => !['ping', 'keepalive'].includes(event ?? '') && !data.includes('relaycert_unknown'))
    .map(({ event, data }) => ({ event, data: canonicalJson(data) ?? `${dialect}: ${data}` }));
}

describe('a preserving mutation', () => {
  const streams = cases.filter(({ sample }) => sample !== 'body' && !sample.includes('~'));

  it('dispatches the same events where it only changes their framing or adds to them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...streams.filter(({ mutation }) => [...framing, ...adding].includes(mutation.id))),
        fc.string(),
        (found, seed) => {
          const { script, dialect } = found;
          expect(essence(apply(found, seed), dialect), name(found)).toEqual(essence(script, dialect));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps a complete answer complete, with the same choices and usage', () => {
    const whole = cases.filter(({ sample }) => !sample.includes('~'));
    const preserving = whole.filter(
      ({ mutation, dialect, variant }) => effectOf(mutation, 'stimulus', dialect, variant) === 'preserving',
    );
    expect(preserving.length).toBeGreaterThan(50);
    for (const found of preserving) {
      const before = readScript(found.script, found.dialect).outcome;
      const { integrity, choices, usage } = readScript(apply(found), found.dialect).outcome;
      expect({ integrity, choices, usage }, name(found)).toEqual({
        integrity: 'complete',
        choices: before.choices,
        usage: before.usage,
      });
    }
  });
});

describe('a fault', () => {
  const faults = cases.filter(
    ({ mutation, dialect, variant }) => effectOf(mutation, 'stimulus', dialect, variant) === 'fault',
  );

  it('is never read as a complete answer, except for an error in the place of the finish reason', () => {
    fc.assert(
      fc.property(fc.constantFrom(...faults), fc.string(), (found, seed) => {
        const { integrity, choices } = readScript(apply(found, seed), found.dialect).outcome;
        const disguised = choices.some(({ finish }) => finish?.kind === 'error');
        expect(integrity === 'complete' && !disguised, name(found)).toBe(false);
      }),
      { numRuns: 600 },
    );
  });

  it('of a cut leaves a strict prefix of the bytes', () => {
    const cuts = cases.filter(({ mutation }) =>
      ['cut-eof', 'cut-fin', 'cut-rst', 'stall', 'drop-terminal', 'empty-stream', 'never-ends', 'quiet-close'].includes(
        mutation.id,
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...cuts), fc.string(), (found, seed) => {
        const whole = Buffer.from(joinChunks(found.script.writes));
        const cut = Buffer.from(joinChunks(apply(found, seed).writes));
        const strict = found.mutation.id !== 'never-ends' || !found.sample.includes('~');
        expect(whole.subarray(0, cut.length).equals(cut), name(found)).toBe(true);
        expect(cut.length < whole.length || !strict, name(found)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
