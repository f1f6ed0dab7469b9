import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Coordinates, DomainEventBody } from '../core/domain-event.ts';
import type { Scenario, ScenarioPart } from '../core/scenario.ts';
import type { UsageNumbers } from '../core/usage.ts';
import { scenarioParts } from './scenario-dialects.ts';

interface PlacedPart {
  readonly part: ScenarioPart;
  readonly at: Coordinates;
}

/**
 * The domain events of a scenario's answer, as a provider would send them: the counters of the input, the parts in
 * order, then the finishes, all counters and the end. Where the answer is interleaved, neighbouring tool calls open
 * together and take turns, and so do the choices.
 *
 * @param dialect the dialect whose own parts and words are used, if the scenario has any for it
 */
export function scenarioEvents(scenario: Scenario, dialect?: DialectId): readonly DomainEventBody[] {
  const { answer } = scenario;
  const word = dialect === undefined ? undefined : scenario.dialects?.[dialect]?.finish;
  const choices = [{ parts: scenarioParts(scenario, dialect), finish: answer.finish }, ...(answer.others ?? [])];
  const told = choices.map(({ parts }, choice) =>
    choiceEvents(
      parts.map((part, index) => ({ part, at: { choice, part: index } })),
      answer.interleaved,
    ),
  );
  return [
    { kind: 'response.started', id: answer.id },
    ...inputUsageEvents(answer.usage),
    ...(answer.interleaved ? inTurns(told) : told.flat()),
    ...choices.map(
      ({ finish }, choice): DomainEventBody => ({
        kind: 'finish.reported',
        choice,
        finish,
        raw: choice === 0 ? (word ?? finish) : finish,
      }),
    ),
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

function inTurns<Told>(tracks: readonly (readonly Told[])[]): readonly Told[] {
  const rounds = Math.max(0, ...tracks.map((track) => track.length));
  return Array.from({ length: rounds }, (_, round) => tracks.flatMap((track) => track.slice(round, round + 1))).flat();
}

function choiceEvents(parts: readonly PlacedPart[], interleaved: boolean): readonly DomainEventBody[] {
  if (!interleaved) {
    return parts.flatMap((placed) => runEvents([placed]));
  }
  const events: DomainEventBody[] = [];
  let run: PlacedPart[] = [];
  for (const placed of parts) {
    if (placed.part.kind === 'tool') {
      run.push(placed);
      continue;
    }
    events.push(...runEvents(run), ...runEvents([placed]));
    run = [];
  }
  return [...events, ...runEvents(run)];
}

/** The events of a run of parts: all are opened, then each gives one delta per round until it has none left. */
function runEvents(run: readonly PlacedPart[]): readonly DomainEventBody[] {
  const turns = run.map(({ part, at }) =>
    Array.from({ length: part.deltas.length + 1 }, (_, round) => turnEvents(part, at, round)),
  );
  return [...run.flatMap(({ part, at }) => openingEvents(part, at)), ...inTurns(turns).flat()];
}

function openingEvents(part: ScenarioPart, at: Coordinates): readonly DomainEventBody[] {
  switch (part.kind) {
    case 'text':
      return [{ kind: 'content.started', at, part: 'text' }];
    case 'audio':
    case 'image':
    case 'other':
      return [{ kind: 'content.started', at, part: part.kind, name: part.name }];
    case 'reasoning':
      return [{ kind: 'reasoning.started', at }];
    case 'tool':
    case 'server_tool': {
      const owner = part.kind === 'tool' ? 'client' : 'server';
      return [{ kind: 'tool.started', at, owner, id: part.id, name: part.name }];
    }
    case 'refusal':
      return [];
  }
}

/** What comes before the next delta, and that delta. After the last delta comes the end of the part. */
function turnEvents(part: ScenarioPart, at: Coordinates, round: number): readonly DomainEventBody[] {
  const text = part.deltas[round];
  const opaque = (part.opaque ?? []).filter(({ after = part.deltas.length }) => after === round);
  return [
    ...opaque.map(({ name, value }): DomainEventBody => ({ kind: 'opaque.reported', at, name, value })),
    ...(text === undefined ? closingEvents(part, at) : [deltaEvent(part, at, text)]),
  ];
}

function deltaEvent({ kind }: ScenarioPart, at: Coordinates, text: string): DomainEventBody {
  switch (kind) {
    case 'text':
    case 'audio':
    case 'image':
    case 'other':
      return { kind: 'content.delta', at, text };
    case 'reasoning':
      return { kind: 'reasoning.delta', at, text };
    case 'refusal':
      return { kind: 'refusal.delta', at, text };
    case 'tool':
    case 'server_tool':
      return { kind: 'tool.arguments.delta', at, text };
  }
}

function closingEvents(part: ScenarioPart, at: Coordinates): readonly DomainEventBody[] {
  switch (part.kind) {
    case 'text':
    case 'audio':
    case 'image':
    case 'other':
      return [{ kind: 'content.completed', at }];
    case 'reasoning':
      return [
        ...(part.signature === undefined
          ? []
          : [{ kind: 'opaque.reported', at, name: 'signature', value: part.signature } as const]),
        { kind: 'reasoning.completed', at },
      ];
    case 'refusal':
      return [];
    case 'tool':
    case 'server_tool':
      return part.completed ? [{ kind: 'tool.completed', at }] : [];
  }
}
