import { expect, test } from 'vitest';
import type { DomainEventBody } from '../../src/core/domain-event.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { encodeSse } from '../../src/wire/sse-encoder.ts';

const at = { choice: 0, part: 0 };

/** Ids of the must-issues of a Responses stream that carries this opaque value beside its text. */
function mustIssues(name: string, value: JsonValue): readonly string[] {
  const events: readonly DomainEventBody[] = [
    { kind: 'response.started', id: 'resp_1', model: 'm' },
    { kind: 'content.started', at, part: 'text' },
    { kind: 'content.delta', at, text: 'a' },
    { kind: 'opaque.reported', at, name, value },
    { kind: 'content.completed', at },
    { kind: 'finish.reported', choice: 0, finish: 'stop', raw: 'completed' },
    { kind: 'response.completed' },
  ];
  const encoder = dialects['openai-responses'].createEncoder({
    id: 'resp_1',
    model: 'm',
    created: 1,
    includeUsage: true,
  });
  const bytes = Buffer.concat(events.flatMap((event) => encoder.push(event).map((frame) => encodeSse(frame))));
  const head = { status: 200, headers: [['content-type', 'text/event-stream']] } as const;
  const { issues } = readCapture('openai-responses', 'stream', {
    head,
    chunks: [{ atMs: 0, bytes }],
    ending: 'clean',
    endedAtMs: 0,
  });
  return issues.filter(({ level }) => level === 'BRK' || level === 'SPEC').map(({ id }) => id);
}

// Found by random events: an upstream's opaque value was passed on unchecked, and the stream broke its own contract.
test.each<[string, JsonValue]>([
  ['annotation', { content: [{ token: 'a' }] }],
  ['annotation', { type: 'url_citation', url: 'https://example.org', title: 't', start_index: 0, end_index: 1 }],
  ['logprobs', { content: [{ token: 'a' }] }],
  ['logprobs', { content: [{ token: 'a', logprob: -1 }] }],
  ['logprobs', { content: ['a', null, 1] }],
])('an opaque %s of any shape leaves the Responses stream valid: %j', (name, value) => {
  expect(mustIssues(name, value)).toEqual([]);
});
