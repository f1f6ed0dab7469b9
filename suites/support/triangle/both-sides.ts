import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../../src/core/domain-event.ts';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import type { Severity } from '../../../src/core/requirement.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { createFrameWriter } from '../../../src/wire/frame-writer.ts';
import { redOf } from './breakages.ts';
import { offlineEvidence } from './offline-triangle.ts';

type Steps = readonly DomainEventBody[];

/** What both sides of a relay say, step by step. */
export interface BothSides {
  readonly client: DialectId;
  readonly upstream: DialectId;
  readonly sent: Steps;
  readonly seen: Steps;
}

/** The stream of a dialect that says this. */
export function streamOf(dialect: DialectId, steps: Steps): WireScript {
  const [{ style, headers }] = dialects[dialect].streams;
  const encoder = dialects[dialect].createEncoder({ id: 'answer', model: 'm', created: 0, includeUsage: true });
  const writer = createFrameWriter(style);
  const frames = steps.flatMap((step) => encoder.push(step));
  const blocks = [...frames.map(writer.write), writer.end()].filter(({ length }) => length > 0);
  return {
    head: { status: 200, headers: Object.entries(headers) },
    writes: blocks.map((bytes) => ({ atMs: 0, bytes })),
    ending: 'clean',
  };
}

/** The evidence of a relay that was sent one thing and told its client another. */
export function bothSides({ client, upstream, sent, seen }: BothSides): Evidence {
  return offlineEvidence({
    client,
    upstream,
    mode: 'stream',
    request: { model: 'm', stream: true, turns: [], tools: [], includeUsage: true, choices: 1 },
    script: streamOf(upstream, sent),
    breakClient: () => streamOf(client, seen),
  });
}

/** The requirements of one severity that this turns red. */
export function redBetween(sides: BothSides, severity: Severity): readonly string[] {
  return redOf(bothSides(sides), severity);
}

/** A whole answer of one choice with these parts. */
export function answerOf(parts: readonly Steps[], finish: 'stop' | 'tool_calls' | 'refusal' = 'stop'): Steps {
  return [
    { kind: 'response.started', id: 'answer', model: 'm' },
    ...parts.flat(),
    { kind: 'finish.reported', choice: 0, finish, raw: finish },
    { kind: 'usage.reported', usage: { input: 3, output: 2, total: 5 } },
    { kind: 'response.completed' },
  ];
}

/** Parts of the first choice. */
export const told = {
  text: (part: number, ...deltas: readonly string[]): Steps => [
    { kind: 'content.started', at: { choice: 0, part }, part: 'text' },
    ...deltas.map((text): DomainEventBody => ({ kind: 'content.delta', at: { choice: 0, part }, text })),
    { kind: 'content.completed', at: { choice: 0, part } },
  ],
  reasoning: (part: number, ...deltas: readonly string[]): Steps => [
    { kind: 'reasoning.started', at: { choice: 0, part } },
    ...deltas.map((text): DomainEventBody => ({ kind: 'reasoning.delta', at: { choice: 0, part }, text })),
    { kind: 'reasoning.completed', at: { choice: 0, part } },
  ],
  refusal: (part: number, ...deltas: readonly string[]): Steps => [
    ...deltas.map((text): DomainEventBody => ({ kind: 'refusal.delta', at: { choice: 0, part }, text })),
  ],
  call: (part: number, id: string, ...fragments: readonly string[]): Steps => [
    { kind: 'tool.started', at: { choice: 0, part }, owner: 'client', id, name: 'look' },
    ...fragments.map((text): DomainEventBody => ({ kind: 'tool.arguments.delta', at: { choice: 0, part }, text })),
    { kind: 'tool.completed', at: { choice: 0, part } },
  ],
};
