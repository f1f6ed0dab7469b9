import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Project, type SourceFile } from 'ts-morph';
import { HarnessFault } from '../../src/core/fault.ts';
import { isObject, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { Shape } from './shape.ts';
import { TypeReader } from './type-shape.ts';

/** Reads the types of the installed official SDKs. */
export interface SdkTypes {
  /**
   * @param place file below node_modules, `#`, type and members: `openai/resources/completions.d.ts#CompletionUsage`
   * @throws HarnessFault when the SDK is not installed, or has no such file or type
   */
  readonly shape: (place: string) => Shape;
  /** @throws HarnessFault when the package is not installed */
  readonly version: (name: string) => string;
}

/** @param modules folder that holds the packages; the default is our own node_modules */
export function openSdkTypes(modules = join(packageRoot, 'node_modules')): SdkTypes {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    skipLoadingLibFiles: true,
  });
  const open = (path: string): SourceFile | undefined =>
    existsSync(path) ? project.addSourceFileAtPath(path) : undefined;
  const reader = new TypeReader((from, specifier) =>
    specifier.startsWith('.')
      ? open(join(dirname(from.getFilePath()), `${specifier.replace(/(?:\.d)?\.[cm]?[jt]s$/, '')}.d.ts`))
      : undefined,
  );
  return {
    shape: (place) => {
      const [path = '', name = ''] = place.split('#');
      const file = open(join(modules, path));
      if (file === undefined) {
        throw new HarnessFault(
          'the SDK has no such file',
          path,
          'run npm ci, or say in scripts/sdk-drift where it is now',
        );
      }
      return reader.read(file, name);
    },
    version: (name) => versionOf(join(modules, name, 'package.json')),
  };
}

function versionOf(path: string): string {
  const parsed = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined;
  const version = parsed?.ok === true && isObject(parsed.value) ? parsed.value['version'] : undefined;
  if (typeof version !== 'string') {
    throw new HarnessFault('an SDK is not installed', path, 'run npm ci');
  }
  return version;
}
