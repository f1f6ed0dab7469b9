import { Socket } from 'node:net';

/** What a test gets that would have left this machine. */
class NetworkDenied extends Error {
  override readonly name = 'NetworkDenied';
  readonly code = 'ENETUNREACH';

  constructor(host: string) {
    super(
      `the project's tests may not leave this machine, and ${host} is elsewhere (suites/support/process/deny-network.ts)`,
    );
  }
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

const connect = Socket.prototype.connect;

/** Where a `connect` goes; nothing for a path of this machine. Takes what node takes, its own normalised list too. */
function hostOf(given: readonly unknown[]): string | undefined {
  const [first, second] = given;
  if (Array.isArray(first)) {
    return hostOf(first);
  }
  if (typeof first === 'object' && first !== null) {
    const path = 'path' in first && typeof first.path === 'string';
    return !path && 'host' in first && typeof first.host === 'string' ? first.host : undefined;
  }
  return typeof second === 'string' ? second : undefined;
}

// Below every client there is one way out. Programs that a test starts are not held: installing a preset asks a registry.
Reflect.set(Socket.prototype, 'connect', function denying(this: Socket, ...given: readonly unknown[]): Socket {
  const host = hostOf(given);
  if (host === undefined || loopback.test(host)) {
    return Reflect.apply(connect, this, given);
  }
  process.nextTick(() => this.destroy(new NetworkDenied(host)));
  return this;
});
