import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareLabels } from '../../../scripts/relays/compare-labels.ts';
import { compareRuns } from '../../../scripts/relays/compare-runs.ts';
import { readFlags } from '../../../scripts/relays/flags.ts';
import { type LabelRow, readLabels, unlabelledRow, writeLabels } from '../../../scripts/relays/labels.ts';
import { faultsOf, type RelayFault } from '../../../scripts/relays/relay-fault.ts';
import { sampleCases } from '../../../scripts/relays/sample.ts';
import { tellLabels, tellRuns } from '../../../scripts/relays/tell.ts';
import { loadRunInCode } from '../../../src/certify/options/load-run.ts';
import { prepareRun } from '../../../src/certify/plan/prepare-run.ts';
import { sampleCase, sampleOutcome, shouldFinding } from '../../support/certify/run-samples.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const route = 'openai-chat<anthropic-messages';
const shown = {
  upstream: [{ index: 2, of: 7, text: 'error: {"type":"error"}' }],
  client: [{ index: 4, of: 6, text: '{"finish_reason":"stop"}' }],
};

/** Faults as a run with these ids gives them; an id that begins with `5` is a should. */
function faultsWithIds(...ids: readonly string[]): readonly RelayFault[] {
  const results = ids.map((id) =>
    sampleCase(`${route}/${id}~error-event/stream`, [
      { ...(id.startsWith('5') ? shouldFinding : {}), fault: id, cause: id, shown },
    ]),
  );
  return faultsOf(sampleOutcome(results));
}

function labelledRows(faults: readonly RelayFault[], label: LabelRow['label']): readonly LabelRow[] {
  return faults.map((fault) => ({ ...unlabelledRow(fault), label, why: 'The error is swallowed.' }));
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_id, index) => index.toString(16).padStart(12, 'a'));

test('each fault id of a run is one fault, with both sides and when it shows', () => {
  const [fault, ...others] = faultsWithIds('aaaaaaaaaaaa');
  expect(others).toEqual([]);
  expect(fault).toMatchObject({
    fault: 'aaaaaaaaaaaa',
    requirement: 'relay/error/surfaced',
    severity: 'must',
    client: 'openai-chat',
    upstream: 'anthropic-messages',
    frames: { upstream: ['frame 3 of 7: error: {"type":"error"}'], client: ['frame 5 of 6: {"finish_reason":"stop"}'] },
    cases: 1,
    shownBy: 1,
    casePath: `${route}/aaaaaaaaaaaa~error-event/stream`,
  });
});

describe('labels', () => {
  const faults = faultsWithIds(...numbered(50), '555555555555');

  test('a run whose faults are all labelled true passes', () => {
    const verdict = compareLabels(faults, labelledRows(faults, 'true'), true);
    expect(verdict).toMatchObject({ faults: 51, musts: 50, counts: { true: 51, pedantic: 0, wrong: 0 } });
    expect(verdict.complaints).toEqual([]);
  });

  test('a fault without a row, or whose row has no label, fails and is told in full', () => {
    const verdict = compareLabels(faults.slice(0, 2), labelledRows(faults.slice(0, 1), null), false);
    expect(verdict.complaints).toEqual(['2 without a label']);
    const told = tellLabels(verdict).join('\n');
    expect(told).toContain(
      `NEW ${faults[1]?.fault} must relay/error/surfaced · introduced · openai-chat ← anthropic-messages`,
    );
    expect(told).toContain('upstream frame 3 of 7: error: {"type":"error"}');
    expect(told).toContain('client frame 5 of 6: {"finish_reason":"stop"}');
  });

  test('a fault that is labelled wrong fails', () => {
    const rows = [...labelledRows(faults.slice(0, 1), 'wrong'), ...labelledRows(faults.slice(1), 'true')];
    expect(compareLabels(faults, rows, false).complaints).toEqual(['1 labelled wrong']);
  });

  test.each([
    [1, []],
    [2, ['more than 2 % of the musts are pedantic']],
  ])('of 50 musts %i may be pedantic or not; shoulds do not count', (pedantic, complaints) => {
    const isPedantic = ({ fault, severity }: RelayFault): boolean =>
      severity === 'should' || numbered(pedantic).includes(fault);
    const rows = [
      ...labelledRows(faults.filter(isPedantic), 'pedantic'),
      ...labelledRows(
        faults.filter((fault) => !isPedantic(fault)),
        'true',
      ),
    ];
    expect(compareLabels(faults, rows, false).complaints).toEqual(complaints);
  });

  test('a label whose fault is gone is told, and fails a strict run only', () => {
    const rows = labelledRows(faults, 'true');
    const verdict = compareLabels(faults.slice(1), rows, false);
    expect(verdict.complaints).toEqual([]);
    expect(tellLabels(verdict).join('\n')).toContain(`GONE ${faults[0]?.fault}`);
    expect(compareLabels(faults.slice(1), rows, true).complaints).toEqual(['1 labels without their fault']);
  });
});

describe('runs', () => {
  const ids = numbered(20);
  const all = faultsWithIds(...ids);

  test('of 20 ids 1 may differ, and is told with its state', () => {
    const verdict = compareRuns([all, all.slice(1)]);
    expect(verdict).toMatchObject({ equal: 0.95, complaints: [] });
    expect(tellRuns(verdict, 2).join('\n')).toContain(`ONLY IN RUN 1: ${all[0]?.fault}`);
  });

  test('of 20 ids 2 may not differ, in whichever run they are', () => {
    expect(compareRuns([all.slice(1), all.slice(0, 19)]).complaints).toHaveLength(1);
  });

  test('runs without faults are equal', () => {
    expect(compareRuns([[], []])).toMatchObject({ equal: 1, complaints: [] });
  });
});

describe('the file of labels', () => {
  const path = (): string => join(temporaryFolder(), 'portkey.json');

  test('what is written is read back, whatever its order was', () => {
    const file = path();
    const rows = labelledRows(faultsWithIds(...numbered(3)), 'true');
    writeLabels(file, rows.toReversed());
    expect(readLabels(file)).toEqual(rows);
  });

  test('a file that is missing has no labels', () => {
    expect(readLabels(path())).toEqual([]);
  });

  test.each([
    ['a label that does not exist', { label: 'maybe' }, '/0/label'],
    ['a label without a reason', { label: 'true', why: '' }, '/0/why'],
    ['an id that is none', { fault: 'x' }, '/0/fault'],
    ['a key that is unknown', { note: 'x' }, '/0'],
  ])('%s is a usage fault with its place', async (_what, change, place) => {
    const file = path();
    const rows = labelledRows(faultsWithIds('aaaaaaaaaaaa'), 'true');
    writeFileSync(file, JSON.stringify(rows.map((row) => ({ ...row, ...change }))));
    expect(await faultOf(() => readLabels(file))).toMatchObject({ kind: 'usage', place: `${file} ${place}` });
  });

  test('two rows of one fault are a usage fault', async () => {
    const file = path();
    const rows = labelledRows(faultsWithIds('aaaaaaaaaaaa'), 'true');
    writeFileSync(file, JSON.stringify([...rows, ...rows]));
    expect(await faultOf(() => readLabels(file))).toMatchObject({ message: 'fault aaaaaaaaaaaa has two rows' });
  });
});

describe('the sample of a plan', async () => {
  const { selected } = prepareRun(await loadRunInCode('portkey', { routes: [route] }, {}));
  const sample = sampleCases(selected);

  test('has every unchanged answer, and every mutation', () => {
    expect(sample.filter(({ mutation }) => mutation === undefined)).toEqual(
      selected.filter(({ mutation }) => mutation === undefined),
    );
    const mutationsOf = (cases: typeof selected) => new Set(cases.map(({ mutation }) => mutation?.id));
    expect(mutationsOf(sample)).toEqual(mutationsOf(selected));
    expect(sample.length).toBeLessThan(selected.length / 5);
  });

  test('has every error, every status and every finish reason', () => {
    const words = (cases: typeof selected) =>
      new Set(
        cases.flatMap(({ mutation }) =>
          mutation !== undefined && /^(?:error-event|http-error|finish-sweep)$/.test(mutation.id)
            ? [`${mutation.id} ${mutation.label.replace(/@\d+$/, '')}`]
            : [],
        ),
      );
    expect(words(selected).size).toBeGreaterThan(20);
    expect(words(sample)).toEqual(words(selected));
  });

  test('does not depend on the order of the plan', () => {
    const ids = (cases: typeof selected) => cases.map(({ id }) => id).sort();
    expect(ids(sampleCases(selected.toReversed()))).toEqual(ids(sample));
  });
});

test.each([
  ['an unknown flag', ['--relays'], /Unknown option/],
  ['a relay that is none', ['--relay', 'portkeys'], /unknown relay "portkeys"/],
  ['our own relay', ['--relay', 'reference'], /unknown relay "reference"/],
  ['no number of runs', ['--runs', '0'], /0 is not a number of runs/],
])('%s is a usage fault', async (_what, args, message) => {
  expect(await faultOf(() => readFlags(args))).toMatchObject({
    kind: 'usage',
    message: expect.stringMatching(message),
  });
});

test('without flags, all relays that are not ours are run once', () => {
  expect(readFlags([])).toMatchObject({
    relays: ['litellm', 'llms', 'next-ai-gateway', 'portkey'],
    runs: 1,
    busy: false,
  });
});
