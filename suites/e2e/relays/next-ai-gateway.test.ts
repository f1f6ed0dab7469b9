import { beforeAll, describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../../src/certify/judge/conclude.ts';
import type { CaseResult } from '../../../src/certify/judge/result.ts';
import { certifyPreset, mustsOf, shouldsOf } from '../../support/certify/certify-relay.ts';

/** Findings of a relay with all routes that is not ours. They pin requirement and case. */
describe('next-ai-gateway of @musistudio/claude-code-router 3.1.1', () => {
  const paths = {
    lostCalls: 'openai-chat<openai-responses/one-tool/stream',
    rewrittenError: 'openai-responses<openai-responses/short-text~error-event@server_error@3/stream',
    cutToStop: 'openai-chat<openai-responses/short-text~cut-eof@3/stream',
    cutToEndTurn: 'anthropic-messages<openai-chat/short-text~cut-eof@3/stream',
    cutToCompleted: 'openai-responses<openai-chat/short-text~cut-eof@3/stream',
    refusedBody: 'anthropic-messages<gemini-generate/short-text~http-error@429/stream',
    cutBody: 'anthropic-messages<gemini-generate/short-text~cut-fin@3/stream',
    cutBodyOfMessages: 'openai-responses<anthropic-messages/short-text~cut-fin@3/stream',
    idle: 'openai-responses<anthropic-messages/short-text~error-event@overloaded_error@3/stream',
  } as const;
  let outcome: RunOutcome;
  const resultOf = (path: string): CaseResult | undefined => outcome.results.find(({ casePath }) => casePath === path);

  beforeAll(async () => {
    outcome = await certifyPreset('next-ai-gateway', [...Object.values(paths), '/short-text/']);
  }, 180_000);

  test('is refused', () => {
    expect(outcome.faults).toEqual([]);
    expect(outcome.results.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(outcome.verdict).toBe('refused');
  });

  test('answers on all sixteen routes, and honestly when it passes on the same dialect', () => {
    const routes = new Set(outcome.results.map(({ route }) => route));
    expect(routes.size).toBe(16);
    const same = [...routes].filter((route) => route.split('<')[0] === route.split('<')[1]);
    expect(same.flatMap((route) => mustsOf(outcome, `${route}/short-text/stream`))).toEqual([]);
    expect(same).toHaveLength(4);
  });

  test('loses the tool calls of a Responses stream on the way to a Chat client', () => {
    expect(mustsOf(outcome, paths.lostCalls)).toContain('relay/tools/count | 0 tool calls');
  });

  test('rewrites error and response.failed into response.completed', () => {
    expect(mustsOf(outcome, paths.rewrittenError)).toContain(
      'relay/error/surfaced | a success terminal (finish reason completed)',
    );
  });

  test.each([
    [paths.cutToStop, 'stop'],
    [paths.cutToEndTurn, 'end_turn'],
    [paths.cutToCompleted, 'completed'],
  ])('reports the cut stream of %s as %s', (path, finish) => {
    expect(mustsOf(outcome, path)).toContain(
      `relay/terminal/never-invented | a success terminal (finish reason ${finish})`,
    );
  });

  test('asks Gemini for a body, and gets the error of the case there', () => {
    expect(resultOf(paths.refusedBody)).toMatchObject({ attempts: 1 });
    expect(mustsOf(outcome, paths.refusedBody)).toEqual([]);
    expect(shouldsOf(outcome, paths.refusedBody)).toContain('any/contract/as-observed | error.envelope.nested');
  });

  test.each([paths.cutBody, paths.cutBodyOfMessages])(
    'asks again when the body of %s is cut, and then reports an error',
    (path) => {
      expect(resultOf(path)).toMatchObject({ attempts: 2 });
      expect(mustsOf(outcome, path).filter((finding) => !finding.startsWith('any/events/valid'))).toEqual([]);
    },
  );

  test('is not judged by a change that has no meaning for the body that it asks for', () => {
    const result = resultOf(paths.idle);
    expect(result?.unapplied).toBe('the relay asked for a body: a body that is not streamed has no events');
    expect(new Set(result?.verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']));
  });
});
