import type { FinishKind } from '../core/domain-event.ts';
import { parseJson } from '../core/json.ts';
import type { Choice, Integrity, Part, ToolCall } from '../core/outcome.ts';
import type { DeclaredTools } from '../core/scenario.ts';
import type { Folded, FoldedChoice, FoldedPart } from './fold.ts';
import { toolFit } from './tool-fit.ts';

/** The choices of an outcome, in index order. `runnable` depends on the whole answer, so integrity is needed first. */
export function choicesOf(folded: Folded, integrity: Integrity, declared?: DeclaredTools): readonly Choice[] {
  return [...folded.choices.values()]
    .sort((left, right) => left.index - right.index)
    .map((choice) => toChoice(choice, integrity, declared));
}

function toChoice(choice: FoldedChoice, integrity: Integrity, declared: DeclaredTools | undefined): Choice {
  const ordered = [...choice.parts.entries()].sort(([left], [right]) => left - right).map(([, part]) => part);
  const last = ordered.at(-1);
  const parts = ordered.map((part) =>
    toPart(part, integrity === 'complete' && mayRun(choice.finish?.kind, part === last), declared),
  );
  const join = (kind: Part['kind']): string => parts.map((part) => (part.kind === kind ? part.content : '')).join('');
  return {
    index: choice.index,
    parts,
    tools: parts.flatMap((part) => (part.kind === 'tool' && part.tool !== undefined ? [part.tool] : [])),
    text: join('text'),
    reasoning: join('reasoning'),
    refusal: join('refusal'),
    ...(choice.finish === undefined ? {} : { finish: choice.finish }),
  };
}

function toPart(part: FoldedPart, mayRunHere: boolean, declared: DeclaredTools | undefined): Part {
  const content = part.fragments.join('');
  return {
    kind: part.kind,
    content,
    ...(part.name === undefined ? {} : { name: part.name }),
    ...(part.tool === undefined ? {} : { tool: toToolCall(part.tool, content, part.completed, mayRunHere, declared) }),
    opaque: part.opaque,
    completed: part.completed,
  };
}

function toToolCall(
  tool: NonNullable<FoldedPart['tool']>,
  argumentsRaw: string,
  completed: boolean,
  mayRunHere: boolean,
  declared: DeclaredTools | undefined,
): ToolCall {
  const read = readArguments(tool, argumentsRaw);
  const fit = toolFit(declared, { name: tool.name, arguments: read });
  const misfit = fit !== undefined && fit.state !== 'fits';
  return {
    id: tool.id,
    name: tool.name,
    argumentsRaw,
    arguments: read,
    completed,
    ...(fit === undefined ? {} : { fit }),
    runnable: mayRunHere && completed && read.state !== 'unparsable' && tool.name !== '' && !misfit,
  };
}

function readArguments({ input }: NonNullable<FoldedPart['tool']>, text: string): ToolCall['arguments'] {
  if (input === 'text') {
    return { state: input };
  }
  const parsed = parseJson(text === '' ? '{}' : text);
  return parsed.ok ? { state: 'parsed', value: parsed.value } : { state: 'unparsable' };
}

/**
 * Whether a call may run after this finish. A limit cuts the last part of a turn, even where the dialect closed that
 * part and the fragments happen to parse. A filtered or failed turn runs nothing.
 */
function mayRun(finish: FinishKind | undefined, isLast: boolean): boolean {
  switch (finish) {
    case 'stop':
    case 'stop_sequence':
    case 'tool_calls':
    case 'pause':
    case 'unknown':
      return true;
    case 'length':
    case 'context_length':
      return !isLast;
    case 'refusal':
    case 'content_filter':
    case 'compaction':
    case 'error':
    case 'malformed':
    case undefined:
      return false;
  }
}
