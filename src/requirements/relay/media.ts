import type { ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { describeMedia, mediaOf } from '../media.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/media/equal',
    title: 'Within one dialect, audio and images reach the client byte for byte.',
    why: 'the picture or the voice is the answer, and what is beside it only says that it is there',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of media; fault P04', doc: 'docs/equality.md#media' },
    provenBy: [{ breakage: 'media-dropped' }],
    check: (evidence) =>
      compareAnswers(evidence, ({ dialect, reading }) => {
        if (dialect !== evidence.route.client) {
          return skip('the dialects of the route differ');
        }
        const { choices } = reading.outcome;
        if (choices.every((choice) => mediaOf(choice).length === 0)) {
          return skip('the upstream sent no audio and no image');
        }
        return breachesOrPass(
          choices.flatMap((sent) => {
            const seen = evidence.client.outcome.choices.find(({ index }) => index === sent.index);
            const media = seen === undefined ? [] : mediaOf(seen);
            return mediaOf(sent).flatMap((content) => {
              const other = media.find(({ what }) => what === content.what);
              const expected = describeMedia(content);
              const actual = other === undefined ? 'none' : describeMedia(other);
              return actual === expected
                ? []
                : [breachAtEnd(evidence.client, `${expected} in choice ${sent.index}`, actual, 'media_differ')];
            });
          }),
        );
      }),
  },
];
