import { expect, test } from 'vitest';
import { filesBelow, textOf } from '../support/anatomy/source-files.ts';

const data = ['contracts', 'recordings'].flatMap(filesBelow);
const sources = ['src', 'suites', 'scripts'].flatMap(filesBelow);

/** Homes and work folders of a machine, on any system. */
const machinePath =
  /(?:^|[\s"'`(=:])(?:\/(?:home|root|Users|work|workspace|tmp|var\/folders)\/|[A-Za-z]:\\+Users)[^\s"'`]*/m;

/** Hosts of package registries and their mirrors. */
const registryHost = /registry\.(?:npmjs|yarnpkg|npmmirror)|artifactory|nexus|verdaccio|pkgs\.dev\.azure/;

function lockFiles(): readonly string[] {
  return ['package-lock.json', ...sources.filter((path) => path.endsWith('/package-lock.json'))];
}

test('contracts and recordings carry no path of a machine and no registry', () => {
  expect(data.filter((path) => machinePath.test(textOf(path)) || registryHost.test(textOf(path)))).toEqual([]);
});

test('sources, suites and scripts carry no path of a machine', () => {
  const self = 'suites/anatomy/machine-traces.test.ts';
  expect(sources.filter((path) => path !== self && machinePath.test(textOf(path)))).toEqual([]);
});

test('lock files name only the public registry as a host', () => {
  const hosts = lockFiles().flatMap((path) =>
    [...textOf(path).matchAll(/"resolved": "([^"]+)"/g)].map(
      ([, address]) => `${path}: ${new URL(address ?? '').host}`,
    ),
  );
  expect([...new Set(hosts)].filter((host) => !host.endsWith(': registry.npmjs.org'))).toEqual([]);
});

test.each(['"/home/jane/project"', 'see /tmp/jane/.npmrc', "path: '/Users/jane'", 'C:\\\\Users\\\\jane'])(
  '%s is seen',
  (text) => {
    expect(machinePath.test(text)).toBe(true);
  },
);
