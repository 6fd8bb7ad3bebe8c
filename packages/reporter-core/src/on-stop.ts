/** Reason recorded for a run that was stopped. */
export const stoppedReason = "The run was stopped before it finished";

/** Maximum time by which the end of the process is delayed. */
export const maxExitDelayMs = 1000;

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Saved on import, before tests can replace them with fake timers. */
const [wait, soon] = [setTimeout, setImmediate];

const stopHandlers = new Set<() => Promise<void>>();
let finishing: Promise<unknown> | null = null;
/** Restores `process.exit` and removes the `beforeExit` listener. */
let restoreExit: (() => void) | null = null;

/**
 * Calls `handler` when a signal ends the process. The process waits at most one second for it and then ends as it would have: by the signal, or as
 * other listeners decide. If they keep the process alive, nothing changes.
 *
 * @returns Function that stops listening.
 */
export function onStop(handler: () => Promise<void>): () => void {
  stopHandlers.add(handler);
  listen();
  return () => {
    stopHandlers.delete(handler);
    if (stopHandlers.size > 0 || finishing !== null) return;
    stopListening();
    restoreExit?.();
  };
}

function listen(): void {
  stopListening();
  if (stopHandlers.size > 0) for (const signal of signals) process.prependListener(signal, onSignal);
}

function stopListening(): void {
  for (const signal of signals) process.off(signal, onSignal);
}

/** @param number Set by the system; missing if a test emits the signal. */
function onSignal(signal: NodeJS.Signals, number?: number): void {
  // Further signals in the meantime, such as those that Mocha sends to its child process, have no effect.
  if (number === undefined || finishing !== null) return;
  const { pid } = process;
  const kill = process.kill.bind(process);
  if (process.listenerCount(signal) === 1) {
    finishThen(() => kill(pid, signal));
    return;
  }
  // Other listeners end the process in different ways: some send the same signal again if they are the last listener, others exit.
  stopListening();
  delayExit();
  process.kill = (to, by) => {
    if (to !== pid || by === 0) return kill(to, by);
    finishThen(() => kill(to, by));
    return true;
  };
  soon(() => {
    process.kill = kill;
    if (finishing === null) listen();
  });
}

function delayExit(): void {
  if (restoreExit !== null) return;
  const exit = process.exit.bind(process);
  const delayedExit = (...args: Parameters<typeof exit>): void => {
    // Later events, such as workers that end by the same signal, must not change the exit code.
    const code = args.length === 0 ? process.exitCode : args[0];
    finishThen(() => (code === undefined ? exit() : exit(code)));
  };
  process.exit = delayedExit as typeof process.exit;
  // Mocha does not exit: it stops its workers, and then the event loop is empty.
  process.once("beforeExit", onBeforeExit);
  restoreExit = () => {
    process.off("beforeExit", onBeforeExit);
    if (process.exit === delayedExit) process.exit = exit;
    restoreExit = null;
  };
}

function onBeforeExit(): void {
  finishThen(() => undefined);
}

function finishThen(end: () => void): void {
  const limit = new Promise((resolve) => {
    wait(resolve, maxExitDelayMs);
  });
  finishing ??= Promise.race([Promise.all([...stopHandlers].map((handler) => handler())), limit]);
  void finishing.then(() => {
    stopListening();
    restoreExit?.();
    end();
  });
}
