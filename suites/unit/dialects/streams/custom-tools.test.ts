import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf, mustIssueIds } from '../../../support/streams/law-streams.ts';
import { streamBytes, streamHeaders } from '../../../support/streams/stream-bytes.ts';

const options = { id: 'resp_1', model: 'm', created: 1_764_460_800, includeUsage: true };
const at = { choice: 0, part: 0 };

/** A call of a custom tool, whose input comes in these pieces. */
function answer(pieces: readonly string[]): readonly DomainEventBody[] {
  return [
    { kind: 'response.started', id: 'resp_1', model: 'm' },
    { kind: 'tool.started', at, owner: 'client', id: 'call_1', name: 'apply_patch', input: 'text' },
    ...pieces.map((text): DomainEventBody => ({ kind: 'tool.arguments.delta', at, text })),
    { kind: 'tool.completed', at },
    { kind: 'finish.reported', choice: 0, finish: 'tool_calls', raw: '' },
    { kind: 'usage.reported', usage: { input: 3, output: 4, total: 7 } },
    { kind: 'response.completed' },
  ];
}

function streamed(dialect: DialectId, pieces: readonly string[]) {
  const encoder = dialects[dialect].createEncoder(options);
  const bytes = streamBytes(
    dialect,
    answer(pieces).flatMap((event) => encoder.push(event)),
  );
  return readCapture(dialect, 'stream', captureOf(bytes, { headers: streamHeaders(dialect) }));
}

function asBody(dialect: DialectId, outcome: Outcome) {
  const bytes = Buffer.from(JSON.stringify(dialects[dialect].encodeBody(outcome, options)));
  return readCapture(dialect, 'body', captureOf(bytes, { headers: [['content-type', 'application/json']] }));
}

/** Patches, grammars, code: text that may or may not look like JSON, surrogate pairs split between pieces. */
const inputs = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{"a":', '1}', '\\', '"', '\ud83d', '\ude00')), {
    maxLength: 6,
  })
  .filter((pieces) => pieces.join('').isWellFormed());

describe.each(dialectIds)('the plain input of a custom tool in %s', (dialect) => {
  const plain = dialect === 'openai-chat' || dialect === 'openai-responses';

  it('stays text where the dialect has custom tools, and is a member of the arguments elsewhere', () => {
    fc.assert(
      fc.property(inputs, (pieces) => {
        const text = pieces.join('');
        const reading = streamed(dialect, pieces);
        const whole = asBody(dialect, streamed('openai-chat', pieces).outcome);
        for (const { outcome } of [reading, whole]) {
          const [tool] = outcome.choices[0]?.tools ?? [];
          expect(tool).toMatchObject({ name: 'apply_patch', completed: true, runnable: true });
          expect(tool?.arguments).toEqual(plain ? { state: 'text' } : { state: 'parsed', value: { input: text } });
          expect(plain ? tool?.argumentsRaw : text).toBe(text);
        }
        expect([...mustIssueIds(reading), ...mustIssueIds(whole)]).toEqual([]);
      }),
    );
  });
});
