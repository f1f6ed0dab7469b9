import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../../src/core/domain-event.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { answerOf, redBetween } from '../../support/triangle/both-sides.ts';

function medium(
  part: 'audio' | 'image',
  name: string,
  opaque: string,
  ...values: readonly JsonValue[]
): readonly DomainEventBody[] {
  const at = { choice: 0, part: 0 };
  return [
    { kind: 'content.started', at, part, name },
    ...values.map((value): DomainEventBody => ({ kind: 'opaque.reported', at, name: opaque, value })),
    { kind: 'content.completed', at },
  ];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const pcm = 'audio/pcm';
const inline = (text: string): JsonValue => ({ inlineData: { mimeType: pcm, data: base64(text) } });
const closing: JsonValue = { id: 'a', expires_at: 9, transcript: '' };

/** The same sound in one piece, in two, and with a sound missing. */
const sounds: readonly (readonly [
  DialectId,
  readonly DomainEventBody[],
  readonly DomainEventBody[],
  readonly DomainEventBody[],
])[] = [
  [
    'openai-chat',
    medium('audio', 'audio', 'audio', closing, { data: base64('one two') }),
    medium('audio', 'audio', 'audio', closing, { data: base64('one') }, { data: base64(' two') }),
    medium('audio', 'audio', 'audio', closing, { data: base64('one') }),
  ],
  [
    'gemini-generate',
    medium('audio', pcm, 'block', inline('one two')),
    [...medium('audio', pcm, 'block', inline('one')), ...again(medium('audio', pcm, 'block', inline(' two')))],
    medium('audio', pcm, 'block', inline('one')),
  ],
];

function again(events: readonly DomainEventBody[]): readonly DomainEventBody[] {
  return events.map((event) => ('at' in event ? { ...event, at: { choice: 0, part: 1 } } : event));
}

describe.each(sounds)('audio of %s', (dialect, whole, cut, less) => {
  const route = { client: dialect, upstream: dialect };

  test('is the same however it is cut', () => {
    expect(redBetween({ ...route, sent: answerOf([whole]), seen: answerOf([cut]) }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent: answerOf([cut]), seen: answerOf([whole]) }, 'must')).toEqual([]);
  });

  test('is another one when some of it is missing, or all', () => {
    expect(redBetween({ ...route, sent: answerOf([whole]), seen: answerOf([less]) }, 'must')).toEqual([
      'relay/media/equal',
    ]);
    expect(redBetween({ ...route, sent: answerOf([whole]), seen: answerOf([]) }, 'must')).toContain(
      'relay/media/equal',
    );
  });
});

test('audio that another dialect cannot carry is no fault there', () => {
  const [, [, whole] = ['', []]] = sounds;
  const sent = answerOf([whole]);
  expect(redBetween({ client: 'openai-chat', upstream: 'gemini-generate', sent, seen: answerOf([]) }, 'must')).toEqual(
    [],
  );
});
