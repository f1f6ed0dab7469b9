/** Our own process as a relay's owner: starts the relay `parent.mjs`, prints its process ids, then ends as it is told. */
import { join } from 'node:path';
import { systemClock } from '../../../../src/core/clock.ts';
import { toRelayConfig } from '../../../../src/relays/load-config.ts';
import { startRelay } from '../../../../src/relays/start-relay.ts';

const definition = {
  name: 'parent',
  start: {
    command: [process.execPath, join(import.meta.dirname, 'parent.mjs'), 'parent', 'deaf'],
    env: { PORT: '{port}' },
  },
  routes: [{ client: 'openai-chat', upstream: 'openai-chat', model: 'm' }],
};
const relay = await startRelay(toRelayConfig(definition, 'owner', import.meta.dirname), {
  upstreamUrl: 'http://127.0.0.1:9',
  clock: systemClock,
  onProgress: () => undefined,
  environment: process.env,
});
while (relay.log().length < 2) {
  await systemClock.sleep(5);
}
process.stdout.write(`${relay.log().join('\n')}\n`);
if (process.argv[2] === 'exit') {
  process.exit(0);
}
