import fc from 'fast-check';
import { isObject, type JsonObject, parseJson } from '../../../../src/core/json.ts';
import type { NeutralRequest, ToolChoice, Turn } from '../../../../src/core/scenario.ts';

/** A JSON object in the spelling that `JSON.stringify` gives, as its text. */
const objectText = fc
  .dictionary(fc.string(), fc.jsonValue())
  .map((value) => JSON.stringify(value))
  .map((text) => {
    const parsed = parseJson(text);
    return JSON.stringify(parsed.ok ? parsed.value : {});
  });

const jsonObject: fc.Arbitrary<JsonObject> = objectText.map((text) => {
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
});

const toolChoice: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.record({ mode: fc.constantFrom('auto' as const, 'required' as const, 'none' as const) }),
  fc.record({ mode: fc.constant('tool' as const), name: fc.string() }),
);

interface Call {
  readonly name: string;
  readonly arguments: string;
  readonly result: string | undefined;
}

const call: fc.Arbitrary<Call> = fc.record({
  name: fc.string(),
  arguments: objectText,
  result: fc.option(fc.string(), { nil: undefined }),
});

/** One round: what the user said, what the assistant said and called, and the results of some of the calls. */
const round = fc.record({ user: fc.string(), assistant: fc.string(), calls: fc.array(call, { maxLength: 3 }) });

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(round, { maxLength: 4 }).map((rounds) =>
  rounds.flatMap(({ user, assistant, calls }, number): readonly Turn[] => {
    const named = calls.map((item, index) => ({ ...item, id: `call-${number}-${index}` }));
    return [
      { role: 'user', text: user },
      {
        role: 'assistant',
        text: assistant,
        tools: named.map(({ id, name, arguments: text }) => ({ id, name, arguments: text })),
      },
      ...named.flatMap(({ id, name, result }): readonly Turn[] =>
        result === undefined ? [] : [{ role: 'tool', id, name, result }],
      ),
    ];
  }),
);

const tools = fc.array(
  fc
    .record({ name: fc.string(), description: fc.option(fc.string(), { nil: undefined }), parameters: jsonObject })
    .map(({ name, description, parameters }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      parameters,
    })),
  { maxLength: 3 },
);

const words = fc.record({
  model: fc.string(),
  stream: fc.boolean(),
  system: fc.option(fc.string(), { nil: undefined }),
  turns,
  tools,
  toolChoice: fc.option(toolChoice, { nil: undefined }),
  maxTokens: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
  stop: fc.option(fc.array(fc.string(), { minLength: 1, maxLength: 3 }), { nil: undefined }),
});

const requests: fc.Arbitrary<Omit<NeutralRequest, 'includeUsage' | 'choices'>> = words.map(
  ({ system, toolChoice: choice, maxTokens, stop, ...rest }) => ({
    ...rest,
    ...(system === undefined ? {} : { system }),
    ...(choice === undefined ? {} : { toolChoice: choice }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stop === undefined ? {} : { stop }),
  }),
);

/** Requests that Messages can say whole: a limit is always set, usage always reported, one choice. */
export const messagesRequests: fc.Arbitrary<NeutralRequest> = fc
  .tuple(requests, fc.integer({ min: 1, max: 1_000_000 }))
  .map(([request, maxTokens]) => ({ maxTokens, ...request, includeUsage: true, choices: 1 }));

/** Requests that Chat can say whole: without a stream, usage is always reported. */
export const chatRequests: fc.Arbitrary<NeutralRequest> = fc
  .tuple(requests, fc.boolean(), fc.integer({ min: 1, max: 8 }))
  .map(([request, includeUsage, choices]) => ({
    ...request,
    includeUsage: includeUsage || !request.stream,
    choices,
  }));

/** Requests that Responses can say whole: no stop sequences, usage always reported, one choice. */
export const responsesRequests: fc.Arbitrary<NeutralRequest> = requests.map(({ stop: _, ...request }) => ({
  ...request,
  includeUsage: true,
  choices: 1,
}));
