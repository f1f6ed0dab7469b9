import type { Clock } from '../../core/clock.ts';
import type { Capture, Ending } from '../../core/exchange.ts';
import { HarnessFault } from '../../core/fault.ts';
import type { Restart } from '../../relays/relay-config.ts';
import type { RunningRelay } from '../../relays/running-relay.ts';

/** Keeps a relay running for a session: starts it again, resets it, and notices when it has ended. */
export interface RelayKeeper {
  /** The relay that runs, or that ran last. */
  readonly relay: () => RunningRelay;
  /** How many times it was started. */
  readonly generation: () => number;
  /** Requests that were sent to it since it was started. */
  readonly requests: () => number;
  /** What has to be done before the next request: a restart or a reset, as configured. Counts the request. */
  readonly prepare: () => Promise<void>;
  /** Says that the upstream failed in the case that has just ended. */
  readonly sawFault: () => void;
  /** How it ended, if that is known already. */
  readonly ended: () => string | undefined;
  /** The same after an exchange. A broken one is looked into, because its end is seen before the end of the process. */
  readonly endedAfter: (capture: Capture) => Promise<string | undefined>;
  /** Looks once more at a relay that did not accept connections. */
  readonly isBack: () => Promise<boolean>;
  /** A new start costs less than a rest would. */
  readonly startsFast: () => boolean;
  /** Stops what is left of it, and starts it. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Endings that a relay that goes on brings about. */
const endings: ReadonlySet<Ending> = new Set(['clean', 'aborted']);

/** Milliseconds that the end of a process may become known after the end of its connections. */
const brokenNoticeMs = 40;

/** The same where no answer came at all, which a relay that goes on has little reason for. */
const silentNoticeMs = 150;

const pollMs = 10;

/** A relay that is ready after so many milliseconds is started again rather than left to rest. */
const fastStartMs = 2_000;

export async function keepRelay(
  start: () => Promise<RunningRelay>,
  { clock, restart: policy = 'never' }: { readonly clock: Clock; readonly restart?: Restart | undefined },
): Promise<RelayKeeper> {
  const began = clock.now();
  let relay = await start();
  let startMs = clock.now() - began;
  let generation = 1;
  let requests = 0;
  let faultSeen = false;
  let unreachable: string | undefined;

  const ended = (): string | undefined => relay.exited() ?? unreachable;
  const restart = async (): Promise<void> => {
    if (relay.where !== 'process') {
      throw new HarnessFault('a relay that relaycert did not start cannot be started again', relay.name, 'start it');
    }
    await relay.stop();
    const restarted = clock.now();
    relay = await start();
    startMs = clock.now() - restarted;
    generation += 1;
    requests = 0;
    faultSeen = false;
    unreachable = undefined;
  };
  return {
    relay: () => relay,
    generation: () => generation,
    requests: () => requests,
    prepare: async () => {
      if (requests > 0 && (policy === 'always' || (policy === 'after-fault' && faultSeen))) {
        await restart();
      }
      const isFirst = requests === 0;
      // Counted before anything is waited for, so that whoever asks next sees it.
      requests += 1;
      if (!isFirst) {
        await relay.reset?.();
      }
    },
    sawFault: () => {
      faultSeen = true;
    },
    ended,
    endedAfter: async ({ head, ending }) => {
      if (ended() !== undefined || relay.where === 'in-process' || (head !== undefined && endings.has(ending))) {
        return ended();
      }
      const until = clock.now() + (head === undefined ? silentNoticeMs : brokenNoticeMs);
      for (;;) {
        const reachable = await relay.reachable();
        if (ended() !== undefined || (reachable && clock.now() >= until)) {
          return ended();
        }
        if (!reachable && clock.now() >= until) {
          // A program that starts the relay may outlive it: then only the port tells.
          unreachable = 'stopped accepting connections';
          return unreachable;
        }
        await clock.sleep(pollMs);
      }
    },
    isBack: async () => {
      if (relay.exited() === undefined && (await relay.reachable())) {
        unreachable = undefined;
      }
      return ended() === undefined;
    },
    startsFast: () => relay.where === 'process' && startMs <= fastStartMs,
    restart,
    stop: () => relay.stop(),
  };
}
