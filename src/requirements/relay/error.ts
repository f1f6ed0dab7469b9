import { loadContract } from '../../contract/load.ts';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Reading } from '../../core/reading.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { Check, ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, pass, skip } from '../breach.ts';
import { decisiveAttempt, describeEnd, endOf } from '../end-of.ts';
import { describeText, visibleText } from '../visible-text.ts';

function withUpstreamError(evidence: Evidence, check: (error: ReportedError) => Check): Check {
  const error = decisiveAttempt(evidence)?.reading.outcome.error;
  return error === undefined ? skip('the upstream reported no error') : check(error);
}

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/error/surfaced',
    title: 'An upstream error reaches the client as an error of the client dialect.',
    why: 'when an error is swallowed, half an answer passes for a whole one',
    severity: 'must',
    grade: 'faithful',
    harm: 'false-success',
    level: 'core',
    source: {
      text: 'T05, T06 and T07: an error inside a stream, as its first event, or in place of it',
      doc: 'docs/faults.md#t05',
    },
    provenBy: [{ breakage: 'swallow-error', stimulus: 'error-event' }],
    check: (evidence) =>
      withUpstreamError(evidence, (error) => {
        const end = endOf(evidence.client);
        switch (end) {
          case 'error':
          case 'abort':
            return pass;
          case 'ambiguous':
          case 'no-end':
            return skip('judged by relay/terminal/no-ambiguous-close and relay/deadline/ends');
          case 'success':
            return breachesOrPass([
              breachAtEnd(
                evidence.client,
                `an error event, then the end of the stream (upstream: ${error.type ?? error.class})`,
                describeEnd(evidence.client),
                'error_swallowed',
              ),
            ]);
        }
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/error/status-kept',
    title: 'An HTTP error before the answer keeps its class: 4xx stays 4xx, 5xx stays 5xx.',
    why: 'clients retry by status: a 4xx turned into a 5xx is retried for ever, and a 5xx turned into a 4xx never',
    severity: 'must',
    grade: 'faithful',
    harm: 'other',
    level: 'core',
    source: { text: 'translation of errors; fault T07', doc: 'docs/translation.md#errors' },
    provenBy: [{ breakage: 'status-changed', stimulus: 'http-error' }],
    check: (evidence) =>
      withUpstreamError(evidence, (error) => {
        const sent = evidence.client.capture.head?.status;
        if (error.status === undefined || error.status < 400) {
          return skip('the error came inside a 200');
        }
        if (sent === undefined) {
          return skip('the relay sent no head');
        }
        if (sent < 400) {
          return endOf(evidence.client) === 'error' ? pass : skip('judged by relay/error/surfaced');
        }
        return Math.floor(sent / 100) === Math.floor(error.status / 100)
          ? pass
          : breachesOrPass([
              breachAtEnd(
                evidence.client,
                `a status of class ${Math.floor(error.status / 100)}xx`,
                `status ${sent}`,
                'status_class',
              ),
            ]);
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/error/class-kept',
    title: 'An error keeps its meaning: an overload stays an overload, and a rate limit stays a rate limit.',
    why: 'it tells clients whether to wait, retry or give up',
    severity: 'should',
    grade: 'faithful',
    harm: 'other',
    consequenceOf: ['relay/error/own-words', 'relay/error/status-kept'],
    level: 'core',
    source: { text: 'translation of errors; faults T05 and T07', doc: 'docs/translation.md#errors' },
    provenBy: [
      { breakage: 'error-class-changed', stimulus: 'http-error' },
      { breakage: 'error-class-changed', stimulus: 'error-event' },
    ],
    check: (evidence) =>
      withUpstreamError(evidence, (error) => {
        const seen = evidence.client.outcome.error;
        if (seen === undefined || error.class === 'unknown') {
          return skip('not both sides have an error with a class');
        }
        if (seen.class === 'unknown' && isWordless(evidence.client)) {
          return skip('in a stream the client dialect has no word for what an error means');
        }
        return sameMeaning(seen.class, error.class)
          ? pass
          : breachesOrPass([
              breachAtEnd(evidence.client, `an error of class ${error.class}`, `class ${seen.class}`, 'error_class'),
            ]);
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/error/own-words',
    title: 'The type of an error is one that the client dialect defines.',
    why: 'clients switch on the documented types; no client expects a foreign one',
    severity: 'should',
    grade: 'faithful',
    harm: 'other',
    level: 'core',
    source: { text: 'translation of errors; fault T05', doc: 'docs/translation.md#errors' },
    provenBy: [{ breakage: 'error-type-foreign', stimulus: 'error-event' }],
    check: (evidence) =>
      withUpstreamError(evidence, ({ type: sent }) => {
        const { client, upstream } = evidence.route;
        const type = evidence.client.outcome.error?.type;
        if (type === undefined || (client === upstream && type === sent)) {
          return skip('the error has no type that the relay chose');
        }
        const rows = Object.values(loadContract(client).contract.errors.write);
        const words = new Set(rows.flatMap(({ preferred, acceptable }) => [preferred, ...acceptable]));
        return words.has(type)
          ? pass
          : breachesOrPass([
              breachAtEnd(evidence.client, `one of ${[...words].join(', ')}`, `"${type}"`, 'error_type_foreign'),
            ]);
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/error/partial-kept',
    title: 'Text that came before an error inside a stream reaches the client before the error.',
    why: 'the user has paid for it, and a client that shows or resumes half an answer needs that half',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    level: 'core',
    source: { text: 'T05: an error inside a stream', doc: 'docs/faults.md#t05' },
    provenBy: [{ breakage: 'partial-dropped', stimulus: 'error-event' }],
    check: (evidence) =>
      withUpstreamError(evidence, () => {
        const { client, attempts, mode } = evidence;
        const sent = attempts.map(({ reading }) => textOf(reading));
        const streamed = mode === 'stream' && attempts.every((attempt) => attempt.mode === 'stream');
        if (!streamed || sent.every((text) => text === '')) {
          return skip('no text was streamed before the error');
        }
        if (endOf(client) !== 'error' || (client.capture.head?.status ?? 0) >= 400) {
          return skip('the client got no error inside a stream');
        }
        const seen = textOf(client);
        const held = holdsBack(evidence.route.client) ? attempts.map(({ reading }) => textBeforeOpenCall(reading)) : [];
        if (!sent.some((text) => text.startsWith(seen))) {
          return skip('judged by relay/text/before-failure');
        }
        return sent.includes(seen) || held.includes(seen)
          ? pass
          : breachesOrPass([
              breachAtEnd(
                client,
                `${sent.map((text) => describeText(text)).join(' or ')}, then the error`,
                `${describeText(seen)}, then the error`,
                'partial_text_lost',
              ),
            ]);
      }),
  },
];

function textOf({ outcome }: Reading): string {
  return outcome.choices.map(visibleText).join('');
}

/** After a head that says success, only the type or the code of an error says what it means. */
function isWordless({ dialect, capture }: Reading): boolean {
  const { byType, byCode } = loadContract(dialect).contract.errors;
  return (capture.head?.status ?? 0) < 400 && [byType, byCode].every((words) => Object.keys(words).length === 0);
}

/** Blocks come one at a time: text after a call that is still open waits for the end of that call, which never came. */
function holdsBack(client: DialectId): boolean {
  return loadContract(client).contract.losses.some(({ what }) => what === 'interleaving');
}

function textBeforeOpenCall({ outcome }: Reading): string {
  return outcome.choices
    .flatMap(({ parts }) => {
      const open = parts.findIndex(({ tool }) => tool?.completed === false);
      return open === -1 ? parts : parts.slice(0, open);
    })
    .map(({ kind, content }) => (kind === 'text' || kind === 'refusal' ? content : ''))
    .join('');
}

/** Classes that share a row of the error table, because some dialects do not have a word for each of them. */
const serverSide = new Set(['server', 'bad_gateway', 'overloaded', 'timeout']);
const requestSide = new Set(['bad_request', 'context_too_long', 'too_large', 'unprocessable']);

function sameMeaning(seen: string, sent: string): boolean {
  return (
    seen === sent || (serverSide.has(seen) && serverSide.has(sent)) || (requestSide.has(seen) && requestSide.has(sent))
  );
}
