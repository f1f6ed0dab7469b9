import { describe, expect, test } from 'vitest';
import { againCommand } from '../../../src/cli/again-command.ts';
import { quoteForShell } from '../../../src/cli/quote-for-shell.ts';
import { defaultRunFlags } from '../../../src/cli/run-flags.ts';
import { runCommand } from '../../support/run-cli.ts';

describe('the command that starts a run again', () => {
  test('says nothing that is the default', () => {
    expect(againCommand(defaultRunFlags, 'npx relaycert')).toBe('npx relaycert certify');
  });

  test('repeats relay, recordings and seed, and what decides which cases there are', () => {
    const flags = {
      ...defaultRunFlags,
      relay: 'portkey',
      recordings: ['a.har', 'my folder'],
      dialect: 'openai-chat',
      level: 'extended',
      seed: 'seven',
      exhaustive: true,
    } as const;
    expect(againCommand(flags, 'npx relaycert')).toBe(
      "npx relaycert certify --relay portkey --recordings a.har --recordings 'my folder' --dialect openai-chat --level extended --seed seven --exhaustive",
    );
  });

  test('leaves out what narrows a run and what hides a finding', () => {
    const flags = {
      ...defaultRunFlags,
      config: 'relay.yaml',
      route: ['openai-chat<'],
      case: ['short-text'],
      only: ['relay'],
      shard: '1/2',
      testNamePattern: 'faults',
      deviations: 'deviations.yaml',
      output: 'elsewhere',
    };
    expect(againCommand(flags, 'npx relaycert')).toBe('npx relaycert certify --config relay.yaml');
  });

  test.each(['plain', 'with space', "it's", '$HOME', '`id`', 'openai-chat<anthropic-messages', '*', '', 'é', 'a\nb'])(
    'reaches the program as it was: %j',
    async (word) => {
      const { stdout } = await runCommand('sh', ['-c', `printf %s ${quoteForShell(word)}`], '.');
      expect(stdout).toBe(word);
    },
  );
});
