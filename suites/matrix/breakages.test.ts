import { describe, expect, test } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Evidence } from '../../src/core/evidence.ts';
import { effectOf, type WireMutation } from '../../src/core/mutation.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import {
  faithfulScript,
  recordingsFor,
  redMusts,
  redOf,
  runTriangle,
  variantsOf,
} from '../support/triangle/breakages.ts';

/** Cases in which a breakage does no harm, because an honest relay may send the same. */
interface Excuse {
  readonly breakage: string;
  /** Label of the only variant that it is for. */
  readonly label?: string;
  /** Which `client<upstream/recording` it is for. */
  readonly where: RegExp;
  readonly why: string;
}

const excused: readonly Excuse[] = [
  {
    breakage: 'tool-id-changed',
    where: /^([a-z-]+)<(?!\1\/)/,
    why: "ids are the upstream's own only on a same-dialect route; elsewhere a unique one will do",
  },
  ...['call-before-text', 'reasoning-after-text', 'empty-part-added'].map((breakage) => ({
    breakage,
    where: /^([a-z-]+)<(?!\1\/)/,
    why: 'between dialects parts are written anew: their order is a should, and they have no borders to keep',
  })),
  {
    breakage: 'usage-details-dropped',
    where: /^([a-z-]+)<(?!\1\/)/,
    why: 'between dialects the details of usage are a should',
  },
  {
    breakage: 'usage-zeroed',
    label: 'details',
    where: /^/,
    why: 'a detail of 0 is a should',
  },
  {
    breakage: 'tool-dropped',
    where: /max-tokens-in-tool/,
    why: 'a call that the limit cut may be dropped (policy truncatedToolCall)',
  },
  {
    breakage: 'finish-wrong',
    where: /^(anthropic-messages|gemini-generate)<openai-(chat|responses)\/refusal/,
    why: 'a refusal may come as text with a plain stop (docs/translation.md#finish-reasons)',
  },
  ...['error-event', 'http-error'].map((breakage) => ({
    breakage,
    where:
      /^([a-z-]+)<(?!\1\/)(gemini-generate\/refusal|(gemini-generate|openai-chat|openai-responses)\/(safety-block|prompt-blocked))/,
    why: 'between dialects an error may stand for a filtered answer (docs/translation.md#finish-reasons)',
  })),
  {
    breakage: 'finish-wrong',
    where: /^gemini-generate<gemini-generate\/malformed-function-call/,
    why: 'a plain stop without a call may stand for a call that nobody can read (docs/translation.md#finish-reasons)',
  },
  ...['error-event', 'http-error', 'partial-dropped', 'rest-dropped'].map((breakage) => ({
    breakage,
    where: /^ollama-chat<(?!ollama-chat\/)[^/]+\/(refusal|safety-block|prompt-blocked)/,
    why: 'Ollama has no word for a refused or filtered answer, so an error stands for it',
  })),
  ...[
    'drop-usage',
    'error-event',
    'http-error',
    'id-emptied',
    'partial-dropped',
    'rest-dropped',
    'usage-altered',
    'usage-zeroed',
  ].map((breakage) => ({
    breakage,
    where: /<gemini-generate\/malformed-function-call/,
    why: 'the upstream answered with a failure of the model, and whatever the client gets is a failure still',
  })),
];

const wire = mutations.filter((mutation) => mutation.target === 'wire');
const provenUnderStimulus = new Set(
  requirements.flatMap(({ provenBy }) =>
    provenBy.flatMap(({ breakage, stimulus }) => (stimulus === undefined ? [] : [breakage])),
  ),
);

describe('every breakage is seen', () => {
  test.each(wire.filter(hasFault).map(({ id }) => id))('%s, wherever it is a fault', { timeout: 300_000 }, (id) => {
    const mutation = wire.find((candidate) => candidate.id === id);
    const results = dialectIds.flatMap((client) =>
      recordingsFor(client).map((recording) => unseenFaults(mutation, client, recording)),
    );
    const faults = results.reduce((sum, result) => sum + result.faults, 0);
    const unseen = results.flatMap((result) => result.unseen);
    expect(faults > 0 || provenUnderStimulus.has(id), 'it is a fault nowhere and proves nothing').toBe(true);
    expect(unseen.filter((path) => !excused.some((excuse) => excuse.breakage === id && excuses(excuse, path)))).toEqual(
      [],
    );
  });

  test.each(mutations.filter(({ target }) => target === 'request').map(({ id }) => id))('%s', (id) => {
    const mutation = mutations.find((candidate) => candidate.id === id);
    const red = dialectIds.flatMap((client) =>
      recordingsFor(client).flatMap((recording) =>
        mutation === undefined ? [] : redOfAny(runTriangle({ client, recording, seed: '1', breakage: { mutation } })),
      ),
    );
    expect(red.length).toBeGreaterThan(0);
  });

  test.each(excused)('the excused case occurs: $breakage, because $why', (excuse) => {
    const { breakage, where } = excuse;
    const mutation = wire.find(({ id }) => id === breakage);
    const unseen = dialectIds.flatMap((client) =>
      recordingsFor(client)
        .filter(({ dialect, name }) => where.test(`${client}<${dialect}/${name}`))
        .flatMap((recording) => unseenFaults(mutation, client, recording).unseen),
    );
    expect(unseen.some((path) => excuses(excuse, path))).toBe(true);
  });
});

describe('a should that no must covers', () => {
  const dropped = wire.find(({ id }) => id === 'opaque-dropped');

  test.each(['gemini-generate', 'openai-chat', 'openai-responses'] as const)(
    'relay/opaque/attachments turns red when a relay of %s drops what belongs to a text',
    (client) => {
      const recording = recordingsFor(client).find(({ dialect, name }) => dialect === client && name === 'logprobs');
      if (dropped === undefined || recording === undefined) {
        return expect.fail('the breakage or its recording is gone');
      }
      const base = { client, recording, seed: '1' };
      const red = variantsOf(dropped, faithfulScript(base), client).map((variant) =>
        redOf(runTriangle({ ...base, breakage: { mutation: dropped, variant } }), 'should'),
      );
      expect(red).toEqual([['relay/opaque/attachments']]);
      expect(redOf(runTriangle(base), 'should')).toEqual([]);
    },
  );
});

function redOfAny(evidence: Evidence): readonly string[] {
  return [...redMusts(evidence), ...redOf(evidence, 'should')];
}

function excuses({ label, where }: Excuse, path: string): boolean {
  return where.test(path) && (label === undefined || path.endsWith(`@${label}`));
}

function hasFault(mutation: WireMutation): boolean {
  return dialectIds.some((dialect) => effectOf(mutation, 'breakage', dialect) === 'fault');
}

function unseenFaults(
  mutation: WireMutation | undefined,
  client: DialectId,
  recording: Recording,
): { faults: number; unseen: string[] } {
  const unseen: string[] = [];
  let faults = 0;
  for (const variant of mutation === undefined
    ? []
    : variantsOf(mutation, faithfulScript({ client, recording, seed: '1' }), client)) {
    if (mutation !== undefined && effectOf(mutation, 'breakage', client, variant) === 'fault') {
      faults += 1;
      const triangle = { client, recording, seed: '1', breakage: { mutation, variant } };
      if (redMusts(runTriangle(triangle)).length === 0) {
        unseen.push(`${client}<${recording.dialect}/${recording.name} / ${mutation.id}@${variant.label}`);
      }
    }
  }
  return { faults, unseen };
}
