import { parseJson } from '../../../../src/core/json.ts';
import type { Choice, Outcome, Part, ToolCall } from '../../../../src/core/outcome.ts';
import { toUsage, type UsageNumbers } from '../../../../src/core/usage.ts';

/** A part of an outcome; what is not said is empty and whole. */
export function part(kind: Part['kind'], content = '', opaque: Part['opaque'] = []): Part {
  return { kind, content, opaque, completed: true };
}

export function toolPart(id: string, name: string, argumentsRaw: string, given: Partial<ToolCall> = {}): Part {
  const parsed = parseJson(argumentsRaw === '' ? '{}' : argumentsRaw);
  const tool: ToolCall = {
    id,
    name,
    argumentsRaw,
    arguments: parsed.ok ? { state: 'parsed', value: parsed.value } : { state: 'unparsable' },
    completed: true,
    runnable: parsed.ok,
    ...given,
  };
  return { kind: 'tool', content: argumentsRaw, tool, opaque: [], completed: tool.completed };
}

export function choice(parts: readonly Part[], finish: Choice['finish'], index = 0): Choice {
  const joined = (kind: Part['kind']): string =>
    parts
      .filter((candidate) => candidate.kind === kind)
      .map(({ content }) => content)
      .join('');
  return {
    index,
    parts,
    tools: parts.flatMap((candidate) => (candidate.kind === 'tool' && candidate.tool ? [candidate.tool] : [])),
    text: joined('text'),
    reasoning: joined('reasoning'),
    refusal: joined('refusal'),
    ...(finish === undefined ? {} : { finish }),
  };
}

export function outcome(choices: readonly Choice[], usage: UsageNumbers = {}, given: Partial<Outcome> = {}): Outcome {
  return {
    phase: 'completed',
    integrity: 'complete',
    witnesses: { endMarker: true, finishReason: true },
    choices,
    usage: toUsage(usage),
    counters: {
      wire: { bytes: 0, chunks: 0, errors: 0 },
      sse: { events: 0, comments: 0, residualBytes: 0, errors: 0 },
      domain: { events: 0, errors: 0 },
    },
    ...given,
  };
}
