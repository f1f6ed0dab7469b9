import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAnswer } from '../../../src/certify/answer.ts';
import { makePlan } from '../../../src/certify/plan.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import type { SeenRequest } from '../../../src/upstream/seen-request.ts';

test('a case waits for none of the times that were recorded', () => {
  const recordings = loadRecordings({ path: join(packageRoot, 'recordings', 'openai-chat') }).map((recording) => ({
    ...recording,
    script: {
      ...recording.script,
      writes: recording.script.writes.map(({ bytes }, index) => ({ atMs: index * 1_000, bytes })),
    },
  }));
  const route = { client: 'openai-chat', upstream: 'openai-chat', model: 'm', headers: {} } as const;
  const { cases } = makePlan({ routes: [route], recordings, scenarios: [], level: 'core', exhaustive: false });
  const plain = cases.filter(({ mutation, mode }) => mutation === undefined && mode === 'stream');
  expect(plain.length).toBeGreaterThan(10);
  for (const planned of plain) {
    const seen: SeenRequest = {
      dialect: 'openai-chat',
      mode: 'stream',
      method: 'POST',
      path: '/v1/chat/completions',
      headers: [],
      body: {},
      neutral: planned.request,
      attempt: 0,
      arrivedAtMs: 0,
    };
    const { writes } = createAnswer(planned, '1')(seen);
    expect(writes.length, planned.path).toBeGreaterThan(0);
    expect(
      writes.every(({ atMs }) => atMs === 0),
      planned.path,
    ).toBe(true);
  }
});
