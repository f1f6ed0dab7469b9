import type { Compared } from './compare.ts';

const columns = '  kind                                        SDK   contract   listed   drift';

/** One row per kind, and a line for each drift that says what to do about it. */
export function tableOf(dialect: string, { kinds, stale }: Compared): readonly string[] {
  const rows = kinds.flatMap(({ kind, sdk, contract, differences }) => {
    const drifted = differences.filter(({ reason }) => reason === undefined);
    const listed = differences.length - drifted.length;
    const row = `  ${kind.padEnd(40)}${cell(sdk, 7)}${cell(contract, 11)}${cell(listed, 9)}${cell(drifted.length, 8)}`;
    return [row, ...drifted.map(({ side, name }) => `    ✗ ${onlyIn(side)}: ${name}`)];
  });
  return [
    dialect,
    columns,
    ...rows,
    ...stale.map((item) => `    ✗ listed, but not a difference: ${item}`),
    ...(kinds.length === 0 ? ['  nothing to compare with: no SDK'] : []),
    '',
  ];
}

/** The listed differences, each with its reason. */
export function reasonsOf({ kinds }: Compared): readonly string[] {
  return kinds.flatMap(({ kind, differences }) =>
    differences.flatMap(({ side, name, reason }) =>
      reason === undefined ? [] : [`    ${kind}, ${onlyIn(side)}: ${name} (${reason})`],
    ),
  );
}

function onlyIn(side: 'sdk' | 'contract'): string {
  return side === 'sdk' ? 'in the SDK only' : 'in the contract only';
}

function cell(value: number, width: number): string {
  return String(value).padStart(width);
}
