import { describe, expect, test } from 'vitest';
import { againCommand } from '../../../src/certify/options/again-command.ts';
import type { RelayChoice } from '../../../src/certify/options/relay-under-test.ts';
import { defaultRunOptions, type RunChoices } from '../../../src/certify/options/run-options.ts';
import { quoteForShell } from '../../../src/core/quote-for-shell.ts';
import { runCommand } from '../../support/cli/run-cli.ts';

const again = (relay: RelayChoice, choices: RunChoices = {}): string =>
  againCommand(relay, { ...defaultRunOptions, ...choices }, 'npx relaycert');

describe('the command that starts a run again', () => {
  test('says nothing that is the default', () => {
    expect(again({ preset: 'reference' })).toBe('npx relaycert certify');
  });

  test('repeats relay, recordings and seed, and what decides which cases there are', () => {
    const choices = {
      recordings: ['a.har', 'my folder'].map((path) => ({ path, dialect: 'openai-chat' })),
      level: 'extended',
      seed: 'seven',
      installFolder: 'presets',
      exhaustive: true,
    } as const;
    expect(again({ preset: 'portkey' }, choices)).toBe(
      "npx relaycert certify --relay portkey --recordings a.har --recordings 'my folder' --dialect openai-chat --level extended --seed seven --install-folder presets --exhaustive",
    );
    expect(again({ preset: 'reference', breakage: 'swallow-error' })).toBe(
      'npx relaycert certify --breakage swallow-error',
    );
  });

  test('leaves out what narrows a run and what hides a finding', () => {
    const choices = {
      routes: ['openai-chat<'],
      cases: ['short-text'],
      only: ['relay'],
      shard: { index: 1, count: 2 },
      testNamePattern: 'faults',
      deviations: 'deviations.yaml',
      output: 'elsewhere',
    };
    expect(again({ config: 'relay.yaml' }, choices)).toBe('npx relaycert certify --config relay.yaml');
  });

  test('points to the code of a relay that only code defines', () => {
    const definition = { name: 'own', url: 'http://127.0.0.1:1', routes: [] };
    expect(again({ definition })).toBe('certify again, from the code that defines this relay,');
  });

  test.each(['plain', 'with space', "it's", '$HOME', '`id`', 'openai-chat<anthropic-messages', '*', '', 'é', 'a\nb'])(
    'reaches the program as it was: %j',
    async (word) => {
      const { stdout } = await runCommand('sh', ['-c', `printf %s ${quoteForShell(word)}`], '.');
      expect(stdout).toBe(word);
    },
  );
});
