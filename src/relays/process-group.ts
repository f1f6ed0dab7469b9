import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../core/clock.ts';
import { createOutputRing, type OutputRing } from './output-ring.ts';
import { onProcessExit } from './process-exit.ts';

/** A process and all processes that it starts, which can be ended together. */
export interface ProcessGroup {
  readonly output: OutputRing;
  /**
   * `exited with code 1`, `was killed by SIGSEGV`, `could not be started: …`; nothing while it runs or if we ended it.
   */
  readonly ended: () => string | undefined;
  /** True when the program itself was not found or may not be run. */
  readonly unstartable: () => boolean;
  /** Resolves once all output has been read, or a short while later if a child keeps it open. */
  readonly drained: () => Promise<void>;
  /** Sends SIGTERM to the whole group, and SIGKILL after the grace period. Resolves when the group is gone. */
  readonly stop: () => Promise<void>;
}

export interface ProcessGroupOptions {
  readonly command: readonly [program: string, ...args: string[]];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly graceMs: number;
  /** A text to look for in the output. */
  readonly watch?: string;
}

const pollMs = 10;

/** How long the rest of a group may take to end after its head has ended. The head's children got the same SIGTERM. */
const stragglerMs = 250;

/** How long a group may take to vanish after SIGKILL. In a container without an init process, nothing reaps it. */
const vanishMs = 200;

const drainMs = 200;

/**
 * Starts a process at the head of a group of its own (POSIX), so that its children die with it. The group is also
 * killed when our own process ends.
 */
export function startProcessGroup(options: ProcessGroupOptions): ProcessGroup {
  const [program, ...args] = options.command;
  const output = createOutputRing(options.watch);
  let ended: string | undefined;
  let unstartable = false;
  let stopping: Promise<void> | undefined;

  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', output.writer());
  child.stderr.on('data', output.writer());
  child.on('error', (error) => {
    unstartable = child.pid === undefined;
    ended ??= `could not be started: ${error.message}`;
  });
  child.on('exit', (code, signal) => {
    if (stopping === undefined) {
      ended ??= signal === null ? `exited with code ${code}` : `was killed by ${signal}`;
    }
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const forget = onProcessExit(() => signalGroup(child, 'SIGKILL'));

  const stop = async (): Promise<void> => {
    const gone = (): boolean => !signalGroup(child, 0);
    if (signalGroup(child, 'SIGTERM')) {
      await holds(() => gone() || hasEnded(child), options.clock, options.graceMs);
      if (!hasEnded(child) || !(await holds(gone, options.clock, stragglerMs))) {
        signalGroup(child, 'SIGKILL');
        await holds(gone, options.clock, vanishMs);
      }
    }
    child.stdout.destroy();
    child.stderr.destroy();
    forget();
  };

  return {
    output,
    ended: () => ended,
    unstartable: () => unstartable,
    drained: () => Promise.race([closed, options.clock.sleep(drainMs)]),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** @returns whether any process was left to send the signal to */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) {
    return false;
  }
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Waits until the condition holds, and says whether it did in time. */
async function holds(condition: () => boolean, clock: Clock, withinMs: number): Promise<boolean> {
  const until = clock.now() + withinMs;
  while (!condition()) {
    if (clock.now() >= until) {
      return false;
    }
    await clock.sleep(pollMs);
  }
  return true;
}
