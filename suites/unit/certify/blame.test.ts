import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/certify/judge/judge.ts';
import type { Finding } from '../../../src/certify/judge/result.ts';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { requirements } from '../../../src/requirements/registry.generated.ts';
import { recordingsFor, runTriangle, type TriangleCase } from '../../support/triangle/breakages.ts';
import { mutate } from '../../support/triangle/mutate.ts';
import { byteExactProxy } from '../../support/triangle/proxies.ts';

const chat = recordingsFor('openai-chat').filter(({ dialect }) => dialect === 'openai-chat');

function recording(name: string): TriangleCase['recording'] {
  const found = chat.find((candidate) => candidate.name === name);
  return found ?? expect.fail(`there is no recording ${name}`);
}

/** What a relay shows that makes `relay` of a script. */
function evidenceOf(script: WireScript, relay: TriangleCase['relay'] = byteExactProxy): Evidence {
  return runTriangle({
    client: 'openai-chat',
    recording: { ...recording('short-text'), script },
    seed: '1',
    ...(relay === undefined ? {} : { relay }),
  });
}

function musts(evidence: Evidence): readonly Finding[] {
  return judge(evidence, 'a case', requirements).findings.filter(({ severity }) => severity === 'must');
}

const whole = recording('short-text').script;
const cut = mutate('cut-eof', whole, 'openai-chat', { label: '3' });

describe('the blame of a finding', () => {
  test("is the upstream's for a breach that its own stream has, and costs protective where it deceives", () => {
    const found = musts(evidenceOf(cut));
    expect(found.map(({ requirement, blame, grade }) => [requirement, blame, grade])).toEqual([
      ['any/terminal/exactly-one', 'inherited', 'protective'],
      ['relay/terminal/no-ambiguous-close', 'introduced', 'protective'],
    ]);
  });

  test("is the relay's for the same breach where the upstream's stream is whole", () => {
    const found = musts(evidenceOf(whole, () => cut));
    expect(found.map(({ blame, grade }) => [blame, grade])).toEqual(found.map(() => ['introduced', 'faithful']));
    expect(found.map(({ requirement }) => requirement)).toContain('relay/terminal/never-lost');
  });

  test('is told per occurrence: a second breach with the same id is introduced', () => {
    const broken = mutate('event-schema-broken', whole, 'openai-chat');
    const twice: WireScript = { ...broken, writes: broken.writes.flatMap((write) => [write, write]) };
    const inherited = musts(evidenceOf(broken)).filter(({ requirement }) => requirement === 'any/events/valid');
    expect(inherited.map(({ blame }) => blame)).toEqual(['inherited']);
    const both = musts(evidenceOf(broken, () => twice)).filter(({ requirement }) => requirement === 'any/events/valid');
    expect(both.map(({ blame }) => blame).toSorted()).toEqual(['inherited', 'introduced']);
  });

  test("is the relay's between dialects, whatever the upstream's stream has", () => {
    const evidence = evidenceOf(cut);
    const foreign: Evidence = {
      ...evidence,
      attempts: evidence.attempts.map((attempt) => ({ ...attempt, dialect: 'anthropic-messages' })),
    };
    expect(musts(foreign).every(({ blame }) => blame === 'introduced')).toBe(true);
  });

  test("is the relay's where it hung up on its upstream", () => {
    const evidence = evidenceOf(whole, () => cut);
    const hungUp: Evidence = {
      ...evidence,
      attempts: evidence.attempts.map((attempt) => ({
        ...attempt,
        abortSeen: true,
        received: readCapture('openai-chat', 'stream', {
          ...attempt.reading.capture,
          chunks: cut.writes,
          ending: 'aborted',
        }),
      })),
    };
    expect(musts(hungUp).map(({ blame }) => blame)).not.toContain('inherited');
    expect(musts(hungUp).map(({ requirement }) => requirement)).toContain('relay/terminal/never-lost');
  });

  test('leaves a contradiction of the upstream to the upstream where the relay passes it on', () => {
    for (const label of ['error', 'insufficient_system_resource']) {
      const script = mutate('finish-sweep', whole, 'openai-chat', { label });
      expect(
        musts(evidenceOf(script)).filter(({ grade }) => grade !== undefined),
        label,
      ).toEqual([]);
    }
  });

  test('lets the owner of a relay pass on an end marker without a finish reason', () => {
    const script = mutate('drop-finish', whole, 'openai-chat', { label: 'null' });
    const evidence = evidenceOf(script);
    const costly = (policies: Evidence['policies']) =>
      musts({ ...evidence, policies }).filter(({ grade }) => grade !== undefined);
    expect(costly({ ...evidence.policies, doneWithoutFinish: 'accept' })).toEqual([]);
    expect(costly(evidence.policies).map(({ requirement, grade }) => [requirement, grade])).toEqual([
      ['any/terminal/two-witnesses', 'protective'],
    ]);
  });
});

describe('the id of a fault', () => {
  test('is the same on every answer that shows it', () => {
    const quietly = (script: WireScript): WireScript => mutate('cut-eof', script, 'openai-chat', { label: '3' });
    const ids = ['short-text', 'unicode-text', 'long-text'].flatMap((name) => {
      const found = chat.find((candidate) => candidate.name === name);
      return found === undefined
        ? []
        : musts(evidenceOf(found.script, (sent) => quietly(byteExactProxy(sent))))
            .filter(({ requirement }) => requirement === 'relay/terminal/never-lost')
            .map(({ fault }) => fault);
    });
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });
});
