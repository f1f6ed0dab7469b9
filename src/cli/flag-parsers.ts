import type { Shard } from '../certify/judge/run-header.ts';
import type { Budget } from '../certify/options/budget.ts';
import { UsageFault } from '../core/fault.ts';

/** Turns the text of a flag into its value. */
export type FlagParser<Value> = (text: string) => Value;

interface NumberRule {
  /** What the number must be, after "must be". */
  readonly kind: string;
  readonly accepts: (value: number) => boolean;
  readonly hint: string;
}

/** @returns a parser that throws a UsageFault for anything but such a number in decimal digits */
function numberParser(flag: string, { kind, accepts, hint }: NumberRule): FlagParser<number> {
  return (text) => {
    const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    if (!accepts(value)) {
      throw new UsageFault(`must be ${kind}, not ${text}`, flag, hint);
    }
    return value;
  };
}

export function portParser(flag: string): FlagParser<number> {
  return numberParser(flag, {
    kind: 'a port from 0 to 65535',
    accepts: (value) => Number.isInteger(value) && value <= 65_535,
    hint: '0 takes a free one',
  });
}

export function countParser(flag: string): FlagParser<number> {
  return numberParser(flag, {
    kind: 'an integer of 1 or more',
    accepts: (value) => Number.isInteger(value) && value >= 1,
    hint: 'leave it out for the default',
  });
}

export function statusParser(flag: string): FlagParser<number> {
  return numberParser(flag, {
    kind: 'an HTTP status from 100 to 599',
    accepts: (value) => Number.isInteger(value) && value >= 100 && value <= 599,
    hint: 'leave it out where it is not known',
  });
}

export function speedParser(flag: string): FlagParser<number> {
  return numberParser(flag, {
    kind: 'a positive number',
    accepts: (value) => value > 0,
    hint: '4 is four times as fast as recorded',
  });
}

/** Gives milliseconds. */
export function secondsParser(flag: string): FlagParser<number> {
  const parse = numberParser(flag, {
    kind: 'a number of seconds above 0, at most 86400',
    accepts: (value) => value > 0 && value <= 86_400,
    hint: 'leave it out for the default',
  });
  return (text) => parse(text) * 1_000;
}

/** @throws UsageFault for anything but a number of cases, a number of seconds with `s`, or `smoke` */
export function parseBudget(text: string): Budget {
  if (text === 'smoke') {
    return { kind: 'smoke' };
  }
  const [, number = '', unit = ''] = /^(\d+)(s?)$/.exec(text) ?? [];
  const value = Number(number);
  if (value < 1 || value > 1_000_000) {
    throw new UsageFault(
      `must be a number of cases, of seconds, or smoke, not ${text}`,
      '--budget',
      '500, 30s or smoke',
    );
  }
  return unit === 's' ? { kind: 'time', ms: value * 1_000 } : { kind: 'cases', cases: value };
}

/** @throws UsageFault for anything but `i/n` with i from 1 to n */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) {
    throw new UsageFault(`${text} is not a shard`, '--shard', 'write it as 1/3, 2/3, 3/3');
  }
  return { index, count };
}
