import { loadContract } from '../../contract/load.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Choice } from '../../core/outcome.ts';
import type { Breach, ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { finishRow } from '../finish-row.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/finish/mapped',
    title: 'The finish reason keeps its meaning in the words of the client dialect.',
    why: 'a cut or filtered turn that says stop is taken for a whole one; a tool turn that says stop never runs its tools',
    severity: 'must',
    grade: 'faithful',
    harm: 'false-success',
    consequenceOf: ['any/terminal/one-finish'],
    level: 'core',
    source: {
      text: 'translation of finish reasons; faults R01, R02, R03, R04, T08 and N04',
      doc: 'docs/translation.md#finish-reasons',
    },
    provenBy: [{ breakage: 'finish-wrong' }],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) => {
        const breaches: Breach[] = [];
        for (const sent of attempt.reading.outcome.choices) {
          const seen = evidence.client.outcome.choices.find((choice) => choice.index === sent.index);
          const raw = seen?.finish?.raw;
          if (sent.finish === undefined || seen === undefined || raw === undefined) {
            continue;
          }
          const allowed = allowedFinishes(evidence, sent, seen);
          if (!allowed.includes(raw)) {
            const words = allowed.map((value) => `"${value}"`).join(' or ');
            const wrong = finishRow(evidence.route.client, sent).wrong.includes(raw);
            breaches.push(
              breachAtEnd(
                evidence.client,
                `${words === '' ? 'an error' : words} (upstream: "${sent.finish.raw}")`,
                wrong ? `"${raw}", which means something else` : `"${raw}"`,
                'finish_reason',
              ),
            );
          }
        }
        return breachesOrPass(breaches);
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/finish/own-words',
    title: 'A finish reason that the relay makes up itself is a word of the client dialect.',
    why: 'clients switch on the documented values; a foreign word falls through to the default branch',
    severity: 'must',
    grade: 'faithful',
    harm: 'other',
    consequenceOf: ['relay/finish/mapped'],
    level: 'core',
    source: { text: 'R01: every finish reason', doc: 'docs/faults.md#r01' },
    provenBy: [{ breakage: 'finish-illegal' }],
    check: (evidence) => {
      const { finish } = loadContract(evidence.route.client).contract;
      const sent = new Set(
        evidence.attempts.flatMap(({ reading }) => reading.outcome.choices.map((choice) => choice.finish?.raw)),
      );
      const forwards = evidence.route.client === evidence.route.upstream;
      const foreign = evidence.client.outcome.choices.flatMap((choice) => {
        const raw = choice.finish?.raw;
        // A word of the upstream may be new at the provider, so only a relay's own word has to be a known one.
        return raw === undefined || Object.hasOwn(finish.read, raw) || (forwards && sent.has(raw)) ? [] : [raw];
      });
      return breachesOrPass(
        foreign.map((raw) =>
          breachAtEnd(
            evidence.client,
            `one of ${Object.keys(finish.read).join(', ')}`,
            `"${raw}"`,
            'finish_reason_foreign',
          ),
        ),
      );
    },
  },
];

/**
 * What the client's finish reason may be: a word of the table's row, or on a same-dialect route the upstream's own
 * word. For a paused turn it may also be a plain stop where the relay's owner allows it (`pauseTurn: any`).
 */
function allowedFinishes(evidence: Evidence, sent: Choice, seen: Choice): readonly string[] {
  const { client, upstream } = evidence.route;
  const own = client === upstream && sent.finish !== undefined ? [sent.finish.raw] : [];
  const row = finishRow(client, sent);
  const acceptable = row.acceptable.filter((entry) => {
    switch (entry.if) {
      case undefined:
        return true;
      case 'refusal-text':
        return seen.refusal !== '' || (sent.refusal !== '' && seen.text.includes(sent.refusal));
      case 'no-tools':
        return seen.tools.length === 0;
      case 'tools':
        return seen.tools.length > 0;
    }
  });
  const { stop } = loadContract(client).contract.finish.write;
  const plainStop = sent.finish?.kind === 'pause' && evidence.policies.pauseTurn === 'any' ? stop.preferred : null;
  const words = [...own, row.preferred, ...acceptable.map((entry) => entry.value), plainStop];
  return [...new Set(words.filter((word) => word !== null))];
}
