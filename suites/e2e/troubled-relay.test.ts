import { describe, expect, test } from 'vitest';
import { certifyTroubled, mustsOfRun, notRunOf } from '../support/certify/troubled-relay.ts';

const chat = { client: 'openai-chat', upstream: 'openai-chat' } as const;
const ownRefusal = (status: number): string =>
  `the relay itself refused it with status ${status}, without asking the upstream`;

describe('a relay that locks a model for 30 s after an error', () => {
  const cases = ['short-text/', 'short-text~cut-fin@'];
  const run = (relay: NonNullable<Parameters<typeof certifyTroubled>[0]['relay']>) =>
    certifyTroubled({ trouble: 'locks', environment: { LOCK_MS: 30_000 }, relay, choices: { cases } });

  test('is not run where its lock lasts, and is accused of nothing', async () => {
    const { outcome } = await run({ rest: 0.1, concurrency: 1 });
    expect(mustsOfRun(outcome)).toEqual({});
    expect(notRunOf(outcome).length).toBeGreaterThan(0);
    expect(new Set(notRunOf(outcome).map(({ notRun }) => notRun))).toEqual(new Set([ownRefusal(503)]));
    expect(outcome.verdict).toBe('unfinished');
    expect(outcome.certificate).toBeUndefined();
  });

  test.each([
    ['another model in every case', { routes: [{ ...chat, model: 'm-{case}' }] }],
    ['a reset between cases', { reset: { requests: [{ path: '/reset' }] } }],
    ['a start after each fault', { restart: 'after-fault' }],
  ] as const)('gets every case judged with %s', async (_what, relay) => {
    const { outcome } = await run(relay);
    expect(outcome.counts).toMatchObject({ cases: outcome.header.cases, notRun: 0, refused: 0, unapplied: 0 });
    expect(outcome.verdict).toBe('certified');
  });

  test('gets every case judged after rests that are long enough', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'locks',
      environment: { LOCK_MS: 50 },
      relay: { rest: 0.1 },
      choices: { cases },
    });
    expect(outcome).toMatchObject({ verdict: 'certified', counts: { notRun: 0 } });
  });
});

describe('a relay that refuses by itself', () => {
  test('after 60 requests leaves the others not run', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'limits',
      environment: { LIMIT: 60 },
      relay: { rest: 0.1 },
      choices: { cases: ['~bom', '~line-ending-cr/', '~line-ending-crlf'] },
    });
    expect(outcome.header.cases).toBeGreaterThan(60);
    expect(mustsOfRun(outcome)).toEqual({});
    expect(new Set(notRunOf(outcome).map(({ notRun = '' }) => notRun.split(': ').at(-1)))).toEqual(
      new Set([ownRefusal(429)]),
    );
    expect(outcome).toMatchObject({
      verdict: 'unfinished',
      counts: { notRun: outcome.header.cases - outcome.counts.passed },
    });
  });

  test('on one route leaves that route not run, shows what it answered, and runs the others', async () => {
    const { outcome, told } = await certifyTroubled({
      trouble: 'none',
      relay: {
        rest: 0.1,
        routes: [
          { ...chat, model: 'm' },
          { client: 'anthropic-messages', upstream: 'anthropic-messages', model: 'forbidden' },
        ],
      },
      environment: { FORBIDDEN: 'forbidden' },
      choices: { cases: ['short-text~cut-fin@'] },
    });
    const [ran, left] = [outcome.results.filter(({ notRun }) => notRun === undefined), notRunOf(outcome)];
    expect(new Set(ran.map(({ route }) => route))).toEqual(new Set(['openai-chat<openai-chat']));
    expect(new Set(left.map(({ route }) => route))).toEqual(new Set(['anthropic-messages<anthropic-messages']));
    expect(left[0]?.notRun).toMatch(
      /^its route failed the preflight: .*status 401, application\/json, body: \{"error"/,
    );
    expect(left[0]?.notRun).not.toContain('sk-relaycert');
    expect(
      told.filter((line) => line.startsWith('route anthropic-messages<anthropic-messages is not run')),
    ).toHaveLength(1);
    expect(outcome.verdict).toBe('unfinished');
  });

  test('on every route ends the run with what it answered', async () => {
    const run = certifyTroubled({ trouble: 'refuses', relay: { rest: 0.1 }, choices: { cases: ['short-text/'] } });
    await expect(run).rejects.toMatchObject({
      name: 'HarnessFault',
      message: expect.stringContaining(`${ownRefusal(401)}: status 401, application/json, body:`),
    });
  });
});

describe('a relay with a trouble of its own', () => {
  test('that hangs up on its upstream and ends quietly is refused for the unchanged answer', async () => {
    const { outcome } = await certifyTroubled({ trouble: 'hangs-up', choices: { cases: ['short-text/stream'] } });
    expect(Object.keys(mustsOfRun(outcome)).toSorted()).toEqual([
      'any/terminal/exactly-one | closed_without_terminal',
      'relay/terminal/never-lost | terminal_lost',
    ]);
    expect(outcome.verdict).toBe('refused');
  });

  test('that asks again in another dialect is judged by what that dialect said', async () => {
    const route = { client: 'openai-chat', upstream: 'anthropic-messages', model: 'm' } as const;
    const { outcome } = await certifyTroubled({
      trouble: 'falls-back',
      relay: { routes: [route] },
      choices: { cases: ['short-text/stream', 'short-text~cut-fin@', 'short-text~http-error'] },
    });
    expect(outcome.faults).toEqual([]);
    expect(outcome.results.map(({ fault }) => fault).filter((fault) => fault !== undefined)).toEqual([]);
    expect(new Set(outcome.results.map(({ attempts }) => attempts))).toEqual(new Set([2]));
    expect(mustsOfRun(outcome)).toEqual({});
    expect(outcome.verdict).toBe('certified');
  });

  test('that asks only in another dialect than its route names is a fault of the config', async () => {
    const run = certifyTroubled({ trouble: 'asks-messages', choices: { cases: ['short-text/stream'] } });
    await expect(run).rejects.toMatchObject({
      name: 'UsageFault',
      message: 'the relay asked the upstream in anthropic-messages',
    });
  });

  test('that mixes two parallel answers once in a while is refused for it', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'mixes',
      environment: { LIMIT: 200 },
      choices: { cases: ['~bom', '~line-ending', '~rechunk-random', '~unknown-field'] },
    });
    const musts = Object.keys(mustsOfRun(outcome));
    expect(musts).toContain('relay/text/equal | text_differs');
    expect(musts.filter((must) => /process|deadline|reaches-upstream/.test(must))).toEqual([]);
    expect(outcome.verdict).toBe('refused');
  });

  test('that is slow runs fewer cases at once, and is not refused for it', async () => {
    const { outcome, told } = await certifyTroubled({
      trouble: 'slow',
      environment: { PAUSE_MS: 200 },
      choices: { cases: ['short-text/', 'short-text~cut-fin@'] },
    });
    expect(outcome.header.concurrency).toEqual({ configured: 16, used: expect.any(Number) });
    expect(outcome.header.concurrency?.used).toBeLessThanOrEqual(4);
    expect(new Set(outcome.results.map(({ concurrency }) => concurrency))).toEqual(
      new Set([outcome.header.concurrency?.used]),
    );
    expect(told.filter((line) => line.includes('at once from now on'))).toHaveLength(1);
    expect(mustsOfRun(outcome)).toEqual({});
    expect(outcome.verdict).toBe('certified');
  });
});
