import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { concludeRun } from '../../src/certify/judge/conclude.ts';
import { loadRunInCode } from '../../src/certify/options/load-run.ts';
import { prepareRun } from '../../src/certify/plan/prepare-run.ts';
import { describeRun } from '../../src/certify/run/describe-run.ts';
import { openSession } from '../../src/certify/run/session.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import type { Fault } from '../../src/diagnosis/fault.ts';

/** A defect of `defective-proxy.mjs`, and what the first fault of the report has to be. Written down before the first run. */
interface Planted {
  readonly defect: string;
  readonly requirement: string;
  /** Id of the issue, or its beginning, where the requirement is about a contract. */
  readonly issue?: string;
}

const planted: Readonly<Partial<Record<DialectId, readonly Planted[]>>> = {
  'openai-chat': [
    { defect: 'chat-done-after-cut', requirement: 'relay/terminal/never-invented' },
    { defect: 'chat-stop-for-error', requirement: 'relay/error/surfaced' },
    { defect: 'chat-always-stop', requirement: 'relay/finish/mapped' },
    { defect: 'chat-usage-lost', requirement: 'relay/usage/equal' },
    { defect: 'chat-usage-zero', requirement: 'relay/usage/absent-stays-unknown' },
    { defect: 'chat-call-lost', requirement: 'relay/tools/count' },
    { defect: 'chat-arguments-lower', requirement: 'relay/tools/arguments' },
    { defect: 'chat-call-id-lost', requirement: 'any/tools/identified', issue: 'tool.' },
    { defect: 'chat-text-trimmed', requirement: 'relay/text/equal' },
    { defect: 'chat-text-twice', requirement: 'relay/text/equal' },
    { defect: 'chat-quiet-close', requirement: 'relay/terminal/never-lost' },
    { defect: 'chat-capital-data', requirement: 'any/framing/well-formed', issue: 'wire.foreign-bytes' },
  ],
  'anthropic-messages': [
    { defect: 'messages-stop-after-cut', requirement: 'relay/terminal/never-invented' },
    { defect: 'messages-end-for-error', requirement: 'relay/error/surfaced' },
    { defect: 'messages-always-end-turn', requirement: 'relay/finish/mapped' },
    { defect: 'messages-block-open', requirement: 'any/order/grammar', issue: 'block.' },
    { defect: 'messages-signature-lost', requirement: 'relay/opaque/signatures' },
    { defect: 'messages-usage-half', requirement: 'relay/usage/equal' },
    { defect: 'messages-index-from-one', requirement: 'any/order/grammar', issue: 'block.gap' },
    { defect: 'messages-arguments-lower', requirement: 'relay/tools/arguments' },
    { defect: 'messages-call-id-new', requirement: 'relay/tools/id' },
    { defect: 'messages-no-event-line', requirement: 'any/framing/well-formed', issue: 'event.line.missing' },
  ],
  'openai-responses': [
    { defect: 'responses-completed-after-cut', requirement: 'relay/terminal/never-invented' },
    { defect: 'responses-completed-for-failure', requirement: 'relay/error/surfaced' },
    { defect: 'responses-always-completed', requirement: 'relay/finish/mapped' },
    { defect: 'responses-usage-lost', requirement: 'relay/usage/equal' },
    { defect: 'responses-text-lower', requirement: 'relay/text/equal' },
    { defect: 'responses-unnumbered', requirement: 'any/contract/as-observed', issue: 'sequence.absent' },
    { defect: 'responses-part-unannounced', requirement: 'any/order/grammar', issue: 'part.not-open' },
    { defect: 'responses-call-renamed', requirement: 'relay/tools/name' },
    { defect: 'responses-arguments-lower', requirement: 'relay/tools/arguments' },
    { defect: 'responses-other-id', requirement: 'any/identity/stable', issue: 'constant/' },
  ],
  'gemini-generate': [
    { defect: 'gemini-stop-after-cut', requirement: 'relay/terminal/never-invented' },
    { defect: 'gemini-stop-for-error', requirement: 'relay/error/surfaced' },
    { defect: 'gemini-always-stop', requirement: 'relay/finish/mapped' },
    { defect: 'gemini-usage-lost', requirement: 'relay/usage/equal' },
    { defect: 'gemini-signature-lost', requirement: 'relay/opaque/signatures' },
    { defect: 'gemini-arguments-lower', requirement: 'relay/tools/arguments' },
    { defect: 'gemini-call-lost', requirement: 'relay/tools/count' },
    { defect: 'gemini-thought-shown', requirement: 'relay/text/equal' },
    { defect: 'gemini-broken-json', requirement: 'any/events/valid', issue: 'event.json' },
    { defect: 'gemini-finish-lost', requirement: 'relay/terminal/never-lost' },
  ],
};

/** Plain answers of each kind, and an upstream that breaks, fails or reports no usage. */
const cases = [
  'short-text/stream',
  'one-tool/stream',
  'parallel-tools/stream',
  'max-tokens/stream',
  'reasoning-then-text/stream',
  'signed-reasoning-then-tool/stream',
  'short-text~cut-eof@4',
  'short-text~cut-fin@4',
  'short-text~error-event',
  'short-text~drop-usage',
  'short-text~http-error',
];

async function firstFault(defect: string, dialect: DialectId): Promise<Fault | undefined> {
  const program = join(packageRoot, 'suites', 'e2e', 'programs', 'defective-proxy.mjs');
  const definition = {
    name: defect,
    start: { command: [process.execPath, program], env: { PORT: '{port}', UPSTREAM: '{upstream}', DEFECT: defect } },
    routes: [{ client: dialect, upstream: dialect, model: 'some-model' }],
    grade: 'faithful',
  } as const;
  const options = await loadRunInCode(definition, { cases }, process.env);
  const prepared = prepareRun(options);
  const session = await openSession(options, prepared);
  try {
    const results = await Promise.all(prepared.selected.map(session.run));
    const header = describeRun(options, prepared, session.relay(), session.concurrency());
    const faults = diagnose(concludeRun(header, results, [], options.clock.date()));
    return faults.filter(({ grade }) => grade === 'faithful')[0];
  } finally {
    await session.close();
  }
}

describe.each(dialectIds.filter((dialect) => planted[dialect] !== undefined))(
  'a relay of %s with one defect',
  (dialect) => {
    test.each(planted[dialect] ?? [])(
      '$defect is told first as $requirement',
      async ({ defect, requirement, issue }) => {
        const first = await firstFault(defect, dialect);
        expect(first?.requirement, JSON.stringify(first?.example)).toBe(requirement);
        if (issue !== undefined) {
          expect(first?.example.issue?.startsWith(issue), first?.example.issue).toBe(true);
        }
      },
    );
  },
);
