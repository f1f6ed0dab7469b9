import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Choice, Outcome } from '../core/outcome.ts';
import type { Scenario, ScenarioChoice, ScenarioPart } from '../core/scenario.ts';
import { scenarioChoices, scenarioParts } from './scenario-dialects.ts';

/** Parts without which an answer shows another case; texts come and go in the answers of real models. */
const telling: ReadonlySet<ScenarioPart['kind']> = new Set([
  'tool',
  'server_tool',
  'reasoning',
  'refusal',
  'audio',
  'image',
]);

/**
 * What a scenario is for and an answer to it does not show, in a few words each: a real model may answer with plain text where
 * it was asked to call a tool. Empty for an answer that shows it. What the model says is not looked at.
 */
export function notShown(scenario: Scenario, dialect: DialectId, { choices }: Outcome): readonly string[] {
  const lost = new Set(loadContract(dialect).contract.losses.map(({ what }) => what));
  const parts = scenarioParts(scenario, dialect).filter((part) => !lost.has(part.kind) && !isCutCall(part));
  const wanted = scenarioChoices(scenario);
  const [first] = choices;
  return [
    ...missingParts(parts, first),
    ...missingOpaque(parts, first)
      .filter((name) => !lost.has(name))
      .map((name) => `the value ${name}`),
    ...(isCutFor(scenario.answer) && !wasCut(first) ? ['an answer that the token limit cut'] : []),
    ...(choices.length > 0 && choices.length < wanted ? [`${wanted} choices`] : []),
  ];
}

/** Two calls stand for any number of parallel ones. */
function missingParts(parts: readonly ScenarioPart[], choice: Choice | undefined): readonly string[] {
  const kinds = Map.groupBy(
    parts.filter(({ kind }) => telling.has(kind)),
    ({ kind }) => kind,
  );
  return [...kinds].flatMap(([kind, wanted]) => {
    const came = choice?.parts.filter((part) => part.kind === kind).length ?? 0;
    const refused =
      kind === 'refusal' && (choice?.finish?.kind === 'refusal' || choice?.finish?.kind === 'content_filter');
    const least = kind === 'tool' && wanted.length > 1 ? 2 : 1;
    return came >= least || refused ? [] : [least > 1 ? `${least} parts of kind ${kind}` : `a part of kind ${kind}`];
  });
}

/** Citations, log probabilities, signatures. */
function missingOpaque(parts: readonly ScenarioPart[], choice: Choice | undefined): readonly string[] {
  const names = new Set(parts.flatMap(({ opaque = [] }) => opaque.map(({ name }) => name)));
  const came = new Set(choice?.parts.flatMap(({ opaque }) => opaque.map(({ name }) => name)));
  return [...names].filter((name) => !came.has(name));
}

/** A dialect whose arguments are objects leaves out a call that the limit cut. */
function isCutCall(part: ScenarioPart): boolean {
  return part.kind === 'tool' && !part.completed;
}

function isCutFor({ finish }: Pick<ScenarioChoice, 'finish'>): boolean {
  return finish === 'length' || finish === 'context_length';
}

function wasCut(choice: Choice | undefined): boolean {
  return choice?.finish !== undefined && isCutFor({ finish: choice.finish.kind });
}
