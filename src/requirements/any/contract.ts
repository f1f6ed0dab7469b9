import { pointerPath } from '../../contract/grammar/pointer.ts';
import { issueSource } from '../../contract/issue-source.ts';
import { loadContract } from '../../contract/load.ts';
import { headerValue } from '../../core/exchange.ts';
import { shortHash } from '../../core/hash.ts';
import { type Issue, type IssueTopic, isMustLevel, levelFrom } from '../../core/issue.ts';
import { jsonTexts } from '../../core/json.ts';
import type { Reading } from '../../core/reading.ts';
import type { Breach, Check, StreamRequirement } from '../../core/requirement.ts';
import { breachesOrPass } from '../breach.ts';

/** Issues of one topic that a contract calls a must (BRK, SPEC) in an answer of this sender. */
export function mustIssues(reading: Reading, topic: IssueTopic): readonly Issue[] {
  const { sender = 'upstream' } = reading;
  return reading.issues.filter((issue) => issue.topic === topic && isMustLevel(levelFrom(sender, issue)));
}

/** One breach per issue, so that blame can be told place by place. A finding tells those with one id as one. */
export function issueBreaches(reading: Reading, issues: readonly Issue[], expected: string): readonly Breach[] {
  const { contract } = loadContract(reading.dialect);
  return issues.map((issue) => {
    const { id, detail, frame, position, cause = id } = issue;
    const source = issueSource(contract, id);
    return {
      expected,
      actual: detail === undefined ? id : `${id} at ${detail}`,
      frames: [frame],
      position,
      cause,
      issue: id,
      occurrence: `${detail ?? ''} ${valueHash(reading, issue)}`,
      ...(source === undefined ? {} : { source }),
    };
  });
}

/** Hash of the value at the place in an event that an issue is about; empty where it is about no such place. */
function valueHash({ frames }: Reading, { frame, detail = '' }: Issue): string {
  const [place = ''] = detail.split(' ');
  const data = place.startsWith('/') ? frames[frame]?.data : undefined;
  return shortHash((data === undefined ? undefined : jsonTexts(data)(pointerPath(place))) ?? '');
}

function judged(reading: Reading, topic: IssueTopic, expected: string): Check {
  return breachesOrPass(issueBreaches(reading, mustIssues(reading, topic), expected));
}

/** The first bytes of gzip (RFC 1952, 2.3.1). No text begins with them. */
const gzipMagic = [0x1f, 0x8b, 0x08];

export const requirements: readonly StreamRequirement[] = [
  {
    subject: 'stream',
    id: 'any/framing/well-formed',
    title: 'The bytes are well framed: valid UTF-8, whole frames, and event lines as the dialect defines them.',
    why: 'an SDK that cannot find a frame in the bytes loses that part of the answer',
    severity: 'must',
    harm: 'content',
    consequenceOf: ['any/framing/content-encoding'],
    level: 'core',
    source: {
      text: 'WHATWG HTML, interpreting an event stream; faults T02 and F14',
      url: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation',
    },
    provenBy: [{ breakage: 'framing-residual' }, { breakage: 'event-line-dropped' }],
    check: (reading) => {
      // A broken transfer is already visible as such, so its half frame is not a second fault.
      const broken = reading.capture.ending !== 'clean';
      const issues = mustIssues(reading, 'framing').filter((issue) => !(broken && issue.id === 'wire.unterminated'));
      return breachesOrPass(issueBreaches(reading, issues, 'whole frames in the framing of the dialect'));
    },
  },
  {
    subject: 'stream',
    id: 'any/framing/content-encoding',
    title: 'The bytes are in the content encoding that the head names, and in none if it names none.',
    why: 'HTTP clients decode what the head says: they throw on plain bytes, and hand out compressed ones as they are',
    severity: 'must',
    harm: 'content',
    level: 'core',
    source: {
      text: 'RFC 9110, content-encoding; fault F11',
      url: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.4',
    },
    provenBy: [{ breakage: 'encoding-mislabelled' }],
    check: ({ capture }) => {
      const encoding = headerValue(capture.head?.headers ?? [], 'content-encoding') ?? 'none';
      const first = capture.chunks.find(({ bytes }) => bytes.length > 0)?.bytes ?? new Uint8Array(0);
      const isGzip = encoding === 'none' && gzipMagic.every((byte, index) => first[index] === byte);
      if (capture.mislabelled !== true && !isGzip) {
        return breachesOrPass([]);
      }
      const actual = isGzip ? 'bytes in gzip' : 'bytes that are not in it';
      return breachesOrPass([
        { expected: `content encoding: ${encoding}`, actual, frames: [], position: 0, cause: 'content_encoding' },
      ]);
    },
  },
  {
    subject: 'stream',
    id: 'any/events/valid',
    title: 'Each event and body is valid against the schema of its dialect.',
    why: 'a client that reads typed events throws or loses the field',
    severity: 'must',
    harm: 'content',
    consequenceOf: ['any/framing/content-encoding'],
    level: 'core',
    source: {
      text: 'L01, L02, L03, F13 and M01: what the contract of each dialect says about events and bodies',
      doc: 'docs/faults.md#lifecycle',
    },
    provenBy: [{ breakage: 'event-schema-broken' }, { breakage: 'invalid-json-event' }],
    check: (reading) => judged(reading, 'events', 'events that match their schema'),
  },
  {
    subject: 'stream',
    id: 'any/order/grammar',
    title: 'Events come in the order of the dialect.',
    why: 'clients that accumulate events throw, or put text into the wrong block',
    severity: 'must',
    harm: 'content',
    level: 'core',
    source: {
      text: 'L01, L02, L03 and K03: what the contract of each dialect says about order',
      doc: 'docs/faults.md#lifecycle',
    },
    provenBy: [{ breakage: 'block-gap' }, { breakage: 'snapshot-signatures-dropped' }],
    check: (reading) => judged(reading, 'order', 'an order that the grammar of the dialect allows'),
  },
  {
    subject: 'stream',
    id: 'any/identity/stable',
    title: 'The response id, the model and the roles stay the same throughout an answer.',
    why: 'clients key their state by id; a second id starts a second answer',
    severity: 'must',
    harm: 'other',
    level: 'core',
    source: { text: 'L03: what stays the same in every chunk', doc: 'docs/faults.md#l03' },
    provenBy: [{ breakage: 'id-changed' }],
    check: (reading) => judged(reading, 'identity', 'values that stay the same throughout the stream'),
  },
  {
    subject: 'stream',
    id: 'any/contract/as-observed',
    title: 'The stream keeps the habits that every first-party stream keeps.',
    why: 'readers other than the official SDK rely on what first-party streams do',
    severity: 'should',
    harm: 'other',
    consequenceOf: ['any/terminal/finish-once'],
    level: 'core',
    source: { text: 'rules of level OBS in the contract of each dialect', doc: 'docs/faults.md#lifecycle' },
    provenBy: [{ breakage: 'finish-repeated' }],
    check: (reading) =>
      breachesOrPass(
        issueBreaches(
          reading,
          reading.issues.filter((issue) => levelFrom(reading.sender ?? 'upstream', issue) === 'OBS'),
          'what first-party servers do',
        ),
      ),
  },
  {
    subject: 'stream',
    id: 'any/contract/known',
    title: 'The contract knows every field, event and value.',
    why: 'drift: either the provider added something new, or the relay added something of its own',
    severity: 'note',
    harm: 'other',
    level: 'core',
    source: { text: 'F15: events and fields that are new', doc: 'docs/faults.md#f15' },
    provenBy: [{ breakage: 'unknown-field' }],
    check: (reading) =>
      breachesOrPass(
        issueBreaches(
          reading,
          // A field that the types require and servers omit says nothing about this relay.
          reading.issues.filter((issue) => issue.level === 'TOL' && issue.id !== 'drift.advisory-missing'),
          'what the contract knows',
        ),
      ),
  },
];
