import { Agent, get } from 'node:http';
import { describe, inject, test } from 'vitest';
import { parseJson } from '../../core/json.ts';
import type { Topic } from '../judge/result.ts';
import { failOn, type ShownResult } from './fail-on.ts';

/** What the main process gives to the suites in its workers. */
export interface ProvidedPlan {
  readonly url: string;
  readonly token: string;
  /** In the order of the plan. The path is the name that vitest shows and `-t` filters by. */
  readonly cases: readonly { readonly id: string; readonly path: string; readonly topic: Topic }[];
}

declare module 'vitest' {
  interface ProvidedContext {
    relaycert: ProvidedPlan;
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Registers one test per planned case of a topic. Each asks the main process to run it, which owns relay and upstream. */
export function certifySuite(topic: Topic): void {
  const plan = inject('relaycert');
  describe(topic, { concurrent: true }, () => {
    for (const { id, path } of plan.cases.filter((planned) => planned.topic === topic)) {
      test(path, async ({ signal, skip }) => {
        const { findings, fault, notRun } = await ask(plan, id, signal);
        failOn(findings, fault);
        skip(notRun !== undefined, notRun);
      });
    }
  });
}

function ask(plan: ProvidedPlan, id: string, signal: AbortSignal): Promise<ShownResult> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${plan.token}` };
    get(`${plan.url}/run?id=${id}`, { agent, headers, signal }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        const parsed = parseJson(text);
        if (response.statusCode !== 200 || !parsed.ok || !isResult(parsed.value)) {
          reject(new Error(`the certifying process answered ${response.statusCode} for case ${id}`));
        } else {
          resolve(parsed.value);
        }
      });
    }).on('error', reject);
  });
}

function isResult(value: unknown): value is ShownResult {
  return typeof value === 'object' && value !== null && 'findings' in value && Array.isArray(value.findings);
}
