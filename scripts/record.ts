import { $ } from 'zx';
import { packageRoot } from '../src/core/package-root.ts';

/** `npm run record -- …` is `relaycert record …`, run from the sources. */
$.nothrow = true;
const { exitCode } = await $({
  cwd: packageRoot,
  stdio: 'inherit',
})`${process.execPath} src/cli/main.ts record ${process.argv.slice(2)}`;
process.exitCode = exitCode ?? 3;
