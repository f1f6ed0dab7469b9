import type { Coordinates, DomainEventBody } from '../core/domain-event.ts';
import type { Scenario, ScenarioPart } from '../core/scenario.ts';
import type { UsageNumbers } from '../core/usage.ts';

interface PlacedPart<Part extends ScenarioPart = ScenarioPart> {
  readonly part: Part;
  readonly at: Coordinates;
}

type ToolPart = Extract<ScenarioPart, { readonly kind: 'tool' }>;

/**
 * The domain events of a scenario's answer, as a provider without a dialect would send them: the counters of the input,
 * the parts in order, then finish, all counters and the end. Where the answer is interleaved, neighbouring tool calls
 * open together and take turns.
 */
export function scenarioEvents({ answer }: Scenario): readonly DomainEventBody[] {
  const parts = answer.parts.map((part, index) => ({ part, at: { choice: 0, part: index } }));
  return [
    { kind: 'response.started', id: answer.id },
    ...inputUsageEvents(answer.usage),
    ...(answer.interleaved ? interleavedEvents(parts) : parts.flatMap((placed) => partEvents(placed))),
    { kind: 'finish.reported', choice: 0, finish: answer.finish, raw: answer.finish },
    { kind: 'usage.reported', usage: answer.usage },
    { kind: 'response.completed' },
  ];
}

/** A provider knows the input before the first token; Messages says so in `message_start`. */
function inputUsageEvents({ input, cacheRead, cacheWrite }: UsageNumbers): readonly DomainEventBody[] {
  if (input === undefined) {
    return [];
  }
  const usage = {
    input,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
  return [{ kind: 'usage.reported', usage }];
}

function partEvents({ part, at }: PlacedPart): readonly DomainEventBody[] {
  switch (part.kind) {
    case 'text':
      return [
        { kind: 'content.started', at, part: 'text' },
        ...part.deltas.map((text): DomainEventBody => ({ kind: 'content.delta', at, text })),
        { kind: 'content.completed', at },
      ];
    case 'reasoning':
      return [
        { kind: 'reasoning.started', at },
        ...part.deltas.map((text): DomainEventBody => ({ kind: 'reasoning.delta', at, text })),
        ...signatureEvents(part.signature, at),
        { kind: 'reasoning.completed', at },
      ];
    case 'refusal':
      return part.deltas.map((text) => ({ kind: 'refusal.delta', at, text }));
    case 'tool':
      return toolRunEvents([{ part, at }]);
  }
}

function signatureEvents(signature: string | undefined, at: Coordinates): readonly DomainEventBody[] {
  return signature === undefined ? [] : [{ kind: 'opaque.reported', at, name: 'signature', value: signature }];
}

function interleavedEvents(parts: readonly PlacedPart[]): readonly DomainEventBody[] {
  const events: DomainEventBody[] = [];
  let run: PlacedPart<ToolPart>[] = [];
  for (const { part, at } of parts) {
    if (part.kind === 'tool') {
      run.push({ part, at });
      continue;
    }
    events.push(...toolRunEvents(run), ...partEvents({ part, at }));
    run = [];
  }
  return [...events, ...toolRunEvents(run)];
}

/** A run of calls: all are opened, then each gives one delta per round until it has none left. */
function toolRunEvents(run: readonly PlacedPart<ToolPart>[]): readonly DomainEventBody[] {
  const opened = run.map(
    ({ part, at }): DomainEventBody => ({ kind: 'tool.started', at, owner: 'client', id: part.id, name: part.name }),
  );
  const rounds = Math.max(0, ...run.map(({ part }) => part.deltas.length + 1));
  const turns = Array.from({ length: rounds }, (_, round) => run.flatMap((placed) => toolTurn(placed, round)));
  return [...opened, ...turns.flat()];
}

function toolTurn({ part, at }: PlacedPart<ToolPart>, round: number): readonly DomainEventBody[] {
  const text = part.deltas[round];
  if (text !== undefined) {
    return [{ kind: 'tool.arguments.delta', at, text }];
  }
  return round === part.deltas.length && part.completed ? [{ kind: 'tool.completed', at }] : [];
}
