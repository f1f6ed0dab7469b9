/** Synchronous actions that run however our process ends. */
const actions = new Set<() => void>();

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `action` when our process exits or gets a signal to end. A signal without another listener still ends the
 * process, as it would have done without us.
 *
 * @returns a function that takes the action back
 */
export function onProcessExit(action: () => void): () => void {
  if (actions.size === 0) {
    process.on('exit', runActions);
    for (const signal of signals) {
      process.on(signal, onSignal);
    }
  }
  actions.add(action);
  return () => {
    if (actions.delete(action) && actions.size === 0) {
      removeListeners();
    }
  };
}

function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) {
    return;
  }
  runActions();
  process.kill(process.pid, signal);
}

function runActions(): void {
  removeListeners();
  for (const action of actions) {
    action();
  }
  actions.clear();
}

function removeListeners(): void {
  process.off('exit', runActions);
  for (const signal of signals) {
    process.off(signal, onSignal);
  }
}
