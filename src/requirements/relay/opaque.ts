import type { Evidence } from '../../core/evidence.ts';
import { shortHash } from '../../core/hash.ts';
import { canonicalJson, isArray, isObject, type JsonValue } from '../../core/json.ts';
import type { Choice } from '../../core/outcome.ts';
import type { Check, ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';

/** A value that came with an answer, and the name under which the contract reports it. */
interface Carried {
  readonly name: string;
  readonly value: JsonValue;
}

/**
 * What a client sends back in its next turn. Without it the provider refuses the turn, or reasons again from the start.
 */
const signatureNames = new Set(['signature', 'thought_signature', 'encrypted_reasoning']);

/** What belongs to a text, and whole blocks that the contract keeps without interpreting them. */
const attachmentNames = new Set([
  'annotation',
  'block',
  'citation',
  'citation_metadata',
  'grounding_metadata',
  'item',
  'logprobs',
  'logprobs_result',
]);

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/opaque/signatures',
    title: 'Signatures and encrypted reasoning reach a client of the same dialect unchanged.',
    why: 'the client sends them back in the next turn: without them the provider refuses it, or reasons again from the start',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    level: 'core',
    source: {
      text: 'Gemini API, thought signatures; faults K02 and C11',
      url: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    },
    provenBy: [{ breakage: 'opaque-dropped' }],
    check: (evidence) => compareCarried(evidence, ({ name, value }) => isSignature(name, value)),
  },
  {
    subject: 'exchange',
    id: 'relay/opaque/attachments',
    title: 'Citations, log probabilities and dialect-specific blocks reach a client of the same dialect unchanged.',
    why: 'a text without its sources is only a claim, and what the client asked for is missing without notice',
    severity: 'should',
    grade: 'faithful',
    harm: 'other',
    consequenceOf: ['relay/media/equal'],
    level: 'core',
    source: {
      text: 'equality of signatures and attachments; fault N05',
      doc: 'docs/equality.md#signatures-and-attachments',
    },
    provenBy: [{ breakage: 'opaque-dropped' }],
    check: (evidence) =>
      compareCarried(evidence, ({ name, value }) => attachmentNames.has(name) && !isSignature(name, value)),
  },
];

/** Reasoning that the provider keeps to itself is a block, and is signed in the same way. */
function isSignature(name: string, value: JsonValue): boolean {
  return signatureNames.has(name) || (name === 'block' && isObject(value) && value['type'] === 'redacted_thinking');
}

/** Between dialects a value has no slot or takes another form: what is lost there is declared. */
function compareCarried(evidence: Evidence, wanted: (carried: Carried) => boolean): Check {
  return compareAnswers(evidence, ({ dialect, reading }) => {
    if (dialect !== evidence.route.client) {
      return skip('the dialects of the route differ');
    }
    const sent = reading.outcome.choices.flatMap((choice) => pieces(choice, wanted));
    if (sent.length === 0) {
      return skip('the upstream sent nothing of the kind');
    }
    const seen = new Set(evidence.client.outcome.choices.flatMap((choice) => pieces(choice, wanted)).map(identity));
    const lost = sent.filter((piece) => !seen.has(identity(piece)));
    return breachesOrPass(
      [...Map.groupBy(lost, ({ name }) => name)].map(([name, some]) =>
        breachAtEnd(
          evidence.client,
          `${name}: ${some.map(({ value }) => shortHash(JSON.stringify(value))).join(', ')} in choice ${some[0]?.choice}`,
          'missing or changed',
          'opaque_lost',
        ),
      ),
    );
  });
}

interface Piece extends Carried {
  readonly choice: number;
}

/** A stream sends a list piece by piece and a body sends it whole, so its pieces are compared. */
function pieces(choice: Choice, wanted: (carried: Carried) => boolean): readonly Piece[] {
  return choice.parts.flatMap(({ opaque }) =>
    opaque
      .filter(wanted)
      .flatMap(({ name, value }) => split(value).map((piece) => ({ name, value: piece, choice: choice.index }))),
  );
}

function split(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) {
    return value;
  }
  if (!isObject(value)) {
    return [value];
  }
  const lists = ['content', 'refusal', 'chosenCandidates'].map((name) => value[name] ?? null).filter(isArray);
  return value['type'] === undefined && lists.length > 0 ? lists.flat() : [value];
}

/** A member that is null says what its absence says. */
function identity({ name, value, choice }: Piece): string {
  const given = JSON.stringify(value, (_key, member: unknown) => member ?? undefined);
  return `${choice} ${name} ${canonicalJson(given) ?? ''}`;
}
