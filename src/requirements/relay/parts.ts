import type { Evidence } from '../../core/evidence.ts';
import type { Choice } from '../../core/outcome.ts';
import type { Breach, Check, ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { dividesTexts, isEmptyPart, ordersOf, ordersParts, partsOverlap, textsOf } from '../part-order.ts';
import { visibleText } from '../visible-text.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/parts/order',
    title: 'Within one dialect, texts, reasoning, calls and blocks come in the order in which they were sent.',
    why: 'the client sends the turn back as it got it, and providers refuse reasoning that is not where they wrote it',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['relay/tools/count', 'any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'order of parts; fault P01', doc: 'docs/equality.md#parts' },
    provenBy: [{ breakage: 'call-before-text' }, { breakage: 'reasoning-after-text' }],
    check: (evidence) =>
      withinOneDialect(evidence) ? compareOrder(evidence) : skip('judged by relay/parts/order-in-translation'),
  },
  {
    subject: 'exchange',
    id: 'relay/parts/order-in-translation',
    title: 'Between dialects, texts, reasoning and calls come in the order in which they were sent.',
    why: 'what the model said before a call is shown after it, and its reasoning after its answer',
    severity: 'should',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['relay/tools/count', 'any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'order of parts; fault P01', doc: 'docs/equality.md#parts' },
    provenBy: [{ breakage: 'call-before-text' }, { breakage: 'reasoning-after-text' }],
    check: (evidence) => (withinOneDialect(evidence) ? skip('judged by relay/parts/order') : compareOrder(evidence)),
  },
  {
    subject: 'exchange',
    id: 'relay/parts/borders',
    title: 'Within one dialect, each text of an answer stays a text of its own.',
    why: 'sources belong to one text, and clients take the last text of a turn for its answer',
    severity: 'should',
    grade: 'faithful',
    harm: 'other',
    consequenceOf: ['relay/text/equal'],
    level: 'core',
    source: { text: 'borders of parts; fault P02', doc: 'docs/equality.md#parts' },
    provenBy: [{ breakage: 'texts-merged' }],
    check: (evidence) =>
      compareBorders(evidence, (sent, seen) => {
        const [before, after] = [textsOf(sent), textsOf(seen)];
        return before.join('') !== after.join('') || JSON.stringify(before) === JSON.stringify(after)
          ? undefined
          : breachAtEnd(
              evidence.client,
              `${counted(before.length, 'text')} in choice ${sent.index}: ${lengths(before)}`,
              `${counted(after.length, 'text')}: ${lengths(after)}`,
              'part_borders',
            );
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/parts/none-added',
    title: 'Within one dialect, an answer gets no empty parts that were not sent.',
    why: 'the client sends them back in its next turn, and a provider that allows no empty text refuses that turn',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'borders of parts; fault P02', doc: 'docs/equality.md#parts' },
    provenBy: [{ breakage: 'empty-part-added' }],
    check: (evidence) =>
      compareBorders(evidence, (sent, seen) => {
        const [before, after] = [emptyParts(sent), emptyParts(seen)];
        // A part that lost its words is empty, too, and was not added.
        const sameWords = visibleText(sent) === visibleText(seen) && sent.reasoning === seen.reasoning;
        return after <= before || !sameWords
          ? undefined
          : breachAtEnd(
              evidence.client,
              `${counted(before, 'empty part')} in choice ${sent.index}`,
              counted(after, 'empty part'),
              'part_added',
            );
      }),
  },
];

function withinOneDialect({ route }: Evidence): boolean {
  return route.client === route.upstream;
}

function compareOrder(evidence: Evidence): Check {
  const { client, upstream } = evidence.route;
  if (!ordersParts(client)) {
    return skip('the client dialect has no order among text, reasoning and calls');
  }
  return compareChoices(evidence, (sent, seen) => {
    const orders = ordersOf(sent, seen, client === upstream);
    // Where the upstream's dialect has none, the order in which its words came and that of its channels are both right.
    const right = ordersParts(upstream) ? [orders.sent] : [orders.sent, orders.gathered];
    return right.includes(orders.seen)
      ? undefined
      : breachAtEnd(evidence.client, `${orders.sent} in choice ${sent.index}`, orders.seen, 'part_order');
  });
}

/** The borders of parts mean something only where both sides speak one dialect, and where it divides its texts. */
function compareBorders(evidence: Evidence, compare: (sent: Choice, seen: Choice) => Breach | undefined): Check {
  if (!withinOneDialect(evidence)) {
    return skip('the dialects of the route differ');
  }
  if (!dividesTexts(evidence.route.client)) {
    return skip('the dialect does not divide its texts');
  }
  return compareChoices(evidence, compare);
}

function compareChoices(evidence: Evidence, compare: (sent: Choice, seen: Choice) => Breach | undefined): Check {
  return compareAnswers(evidence, ({ dialect, reading }) => {
    if (dialect !== evidence.route.upstream) {
      return skip('the relay asked in another dialect than its route says');
    }
    if (partsOverlap(reading)) {
      return skip('parts of the answer take turns, so they have no one order');
    }
    return breachesOrPass(
      reading.outcome.choices.flatMap((sent) => {
        const seen = evidence.client.outcome.choices.find(({ index }) => index === sent.index);
        return seen === undefined ? [] : (compare(sent, seen) ?? []);
      }),
    );
  });
}

function emptyParts({ parts }: Choice): number {
  return parts.filter(isEmptyPart).length;
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

function lengths(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : `${texts.map((text) => [...text].length).join(' + ')} code points`;
}
