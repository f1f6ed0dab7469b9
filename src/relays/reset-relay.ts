import { HarnessFault } from '../core/fault.ts';
import { sendControlRequests } from './control-requests.ts';
import { startProcessGroup } from './process-group.ts';
import type { RelayConfig } from './relay-config.ts';
import { relayEnvironment, relayFolder } from './relay-environment.ts';
import type { StartOptions } from './running-relay.ts';
import { type Placeholders, substitute } from './substitute.ts';

/** Milliseconds that a reset command may take. */
const commandTimeoutMs = 30_000;

const pollMs = 5;

const graceMs = 500;

/**
 * Does what the config wants done before each case.
 *
 * @throws HarnessFault when a request is not answered as it should be, or when the command fails or does not end
 */
export async function resetRelay(
  config: RelayConfig,
  placeholders: Placeholders,
  baseUrl: string,
  options: StartOptions,
): Promise<void> {
  const { reset, place } = config;
  if (reset === undefined) {
    return;
  }
  if ('requests' in reset) {
    await sendControlRequests(reset.requests, baseUrl, placeholders, options.clock);
    return;
  }
  const [program, ...args] = reset.command;
  const { clock } = options;
  const group = startProcessGroup({
    command: [substitute(program, placeholders), ...args.map((argument) => substitute(argument, placeholders))],
    cwd: relayFolder(config, placeholders),
    env: relayEnvironment(config.start ?? { env: {}, passEnv: [] }, options.environment, placeholders),
    clock,
    graceMs,
  });
  const until = clock.now() + commandTimeoutMs;
  try {
    while (group.ended() === undefined && clock.now() < until) {
      await clock.sleep(pollMs);
    }
    const ended = group.ended() ?? `did not end within ${commandTimeoutMs} ms`;
    if (ended !== 'exited with code 0') {
      await group.drained();
      const output = group.output.lines().slice(-3).join(' | ');
      const hint = `run the command by hand; ${output === '' ? 'it printed nothing' : `its last output: ${output}`}`;
      throw new HarnessFault(`the reset command ${ended}`, `${place} /reset/command`, hint);
    }
  } finally {
    await group.stop();
  }
}
