import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, UsageFault } from '../../src/core/fault.ts';
import { suggestion } from '../../src/core/nearest.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { type PresetId, presetIds, presets } from '../../src/relays/presets.generated.ts';

export interface RelaysFlags {
  /** Presets, in order. */
  readonly relays: readonly PresetId[];
  /** Absolute. */
  readonly installFolder: string;
  readonly runs: number;
  /** Every core has something else to do meanwhile. */
  readonly busy: boolean;
  /** Every case instead of a sample. */
  readonly full: boolean;
  /** Rows for unlabelled faults are added to the files. */
  readonly labelNew: boolean;
  /** Labels without their fault fail, too. */
  readonly strict: boolean;
}

const usage =
  'npm run relays -- [--relay NAME]… [--runs N] [--busy] [--full] [--label-new] [--strict] [--install-folder FOLDER]';

/** The presets that are not ours. */
const real = presetIds.filter((id) => presets[id].kind === 'process');

/** @throws UsageFault for whatever is wrong with the flags */
export function readFlags(args: readonly string[]): RelaysFlags {
  const { relay: names = [], runs = '1', busy = false, full = false, strict = false, ...others } = parse(args);
  if (!/^[1-9]$/.test(runs)) {
    throw new UsageFault(`${runs} is not a number of runs`, '--runs', 'use a number from 1 to 9');
  }
  return {
    relays: names.length === 0 ? real : names.map(toRelay),
    installFolder: resolve(packageRoot, others['install-folder'] ?? '.relays'),
    runs: Number(runs),
    busy,
    full,
    labelNew: others['label-new'] ?? false,
    strict,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        relay: { type: 'string', multiple: true },
        'install-folder': { type: 'string' },
        runs: { type: 'string' },
        busy: { type: 'boolean' },
        full: { type: 'boolean' },
        'label-new': { type: 'boolean' },
        strict: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageFault(messageOf(error), args.join(' '), usage);
  }
}

function toRelay(name: string): PresetId {
  const id = real.find((known) => known === name);
  if (id === undefined) {
    const hint = suggestion(name, real, `known relays: ${real.join(', ')}`);
    throw new UsageFault(`unknown relay "${name}"`, '--relay', hint);
  }
  return id;
}
