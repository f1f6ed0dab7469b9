import { mergePatch } from '../contract/traits/merge-patch.ts';
import { type DialectId, dialectIds } from '../core/dialect-ids.generated.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Scenario, ScenarioPart } from '../core/scenario.ts';

/** The dialects that can give the scenario's answer. */
export function scenarioDialects({ dialects }: Scenario): readonly DialectId[] {
  return dialectIds.filter((id) => dialects === undefined || dialects[id] !== undefined);
}

/** How many choices the scenario's request asks for. */
export function scenarioChoices({ answer }: Scenario): number {
  return 1 + (answer.others?.length ?? 0);
}

/** The parts of the first choice: the dialect's own where the scenario has some for it, else the neutral ones. */
export function scenarioParts({ answer, dialects }: Scenario, dialect: DialectId | undefined): readonly ScenarioPart[] {
  return (dialect === undefined ? undefined : dialects?.[dialect]?.parts) ?? answer.parts;
}

/** A request of this dialect, with what neutral words cannot ask for added. */
export function askInDialect(request: JsonObject, scenario: Scenario | undefined, dialect: DialectId): JsonObject {
  const asked = mergePatch(request, scenario?.dialects?.[dialect]?.request ?? {});
  return isObject(asked) ? asked : request;
}

/** Why no client of this dialect ever gets this answer; undefined where one may get it. */
export function neverAsked(scenario: Scenario | undefined, client: DialectId): string | undefined {
  return scenario?.onRequest === true && !scenarioDialects(scenario).includes(client)
    ? `a client of ${client} cannot ask for it`
    : undefined;
}
