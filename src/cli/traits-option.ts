import { Option } from 'commander';

/** `--traits a,b`, which may be given more than once. */
export function traitsOption(description: string): Option {
  return new Option('--traits <names>', `${description}, comma-separated (see relaycert list traits)`).argParser(
    (names: string, before: readonly string[] = []) => [...before, ...names.split(',').map((name) => name.trim())],
  );
}
