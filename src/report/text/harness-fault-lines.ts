import type { RunOutcome } from '../../certify/judge/conclude.ts';
import type { Style } from './style.ts';
import { counted, printable } from './words.ts';

const shownFaults = 5;

/** What broke in the harness or could not be tested. None of it is the relay's fault, and any of it voids the run. */
export function renderHarnessFaults(
  { faults, results }: RunOutcome,
  style: Style,
  verbose: boolean,
): readonly string[] {
  const all = [
    ...faults,
    ...results.flatMap(({ casePath, fault }) => (fault === undefined ? [] : [`${casePath}: ${fault}`])),
    ...results.flatMap(({ casePath, verdicts }) =>
      verdicts
        .filter(({ verdict }) => verdict === 'untestable')
        .map(
          ({ requirement, reason }) =>
            `${casePath}: ${requirement} could not be tested: ${reason ?? 'no reason given'}`,
        ),
    ),
  ];
  const shown = verbose ? all : all.slice(0, shownFaults);
  const hidden = all.length - shown.length;
  return [
    ...shown.map((fault) => `${style('doubtful', 'FAULT'.padEnd(6))}  ${printable(fault)}`),
    ...(hidden > 0 ? [`        ${counted(hidden, 'more fault')} with --verbose`] : []),
  ];
}
