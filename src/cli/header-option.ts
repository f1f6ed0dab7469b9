import { Option } from 'commander';
import { isCredentialHeader } from '../core/credential-names.ts';
import type { Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';

/** `--header "name: value"`, which may be repeated. */
export function headerOption(what: string): Option {
  return new Option('--header <line>', `${what}, as "name: value"; repeatable`)
    .argParser((line: string, before: readonly Header[] = []) => [...before, parseHeader(line)])
    .default([], 'none');
}

/** @throws UsageFault for anything but a header, and for a header that holds a key, which would stay in the shell's history */
function parseHeader(line: string): Header {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageFault('this is not a header', '--header', 'write it as "name: value"');
  }
  if (isCredentialHeader(name)) {
    throw new UsageFault(`${name} holds a key`, '--header', 'keys are taken from the environment only');
  }
  return [name.toLowerCase(), value];
}
