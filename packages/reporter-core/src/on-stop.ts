/** Reason of a run that was stopped. */
export const wasStopped = "The run was stopped before it finished";

/** Maximum delay when a run is stopped. */
export const lastWordMs = 1000;

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Taken at once: what tests put in its place later is not for us. */
const [wait, soon] = [setTimeout, setImmediate];

const lastWords = new Set<() => Promise<void>>();
let saying: Promise<unknown> | null = null;
/** Puts back what the end of the process waits in. */
let release: (() => void) | null = null;

/**
 * Says the last word of a run when a signal ends its process, which waits for that a second at most and then ends as it would
 * have: by that signal, or, where others listen to it, as they like. A signal that they survive changes nothing.
 *
 * @returns Ends the listening.
 */
export function onStop(lastWord: () => Promise<void>): () => void {
  lastWords.add(lastWord);
  listen();
  return () => {
    lastWords.delete(lastWord);
    if (lastWords.size > 0 || saying !== null) return;
    mute();
    release?.();
  };
}

function listen(): void {
  mute();
  if (lastWords.size > 0) for (const signal of signals) process.prependListener(signal, heard);
}

function mute(): void {
  for (const signal of signals) process.off(signal, heard);
}

/** @param number Given by the system: without it a test plays a signal. */
function heard(signal: NodeJS.Signals, number?: number): void {
  // Repeated signals in the meantime, as Mocha sends to its child, have no further effect.
  if (number === undefined || saying !== null) return;
  const { pid } = process;
  const kill = process.kill.bind(process);
  if (process.listenerCount(signal) === 1) {
    sayThen(() => kill(pid, signal));
    return;
  }
  // Other listeners decide: some end the process by the same signal if they are the last listener, others by an exit.
  mute();
  holdEnd();
  process.kill = (to, by) => {
    if (to !== pid || by === 0) return kill(to, by);
    sayThen(() => kill(to, by));
    return true;
  };
  soon(() => {
    process.kill = kill;
    if (saying === null) listen();
  });
}

function holdEnd(): void {
  if (release !== null) return;
  const exit = process.exit.bind(process);
  const held = (...given: Parameters<typeof exit>): void => {
    // Events until then, such as workers that end by the same signal, must not change it.
    const code = given.length === 0 ? process.exitCode : given[0];
    sayThen(() => (code === undefined ? exit() : exit(code)));
  };
  process.exit = held as typeof process.exit;
  // Mocha ends its workers, and then has nothing to do any more.
  process.once("beforeExit", drained);
  release = () => {
    process.off("beforeExit", drained);
    if (process.exit === held) process.exit = exit;
    release = null;
  };
}

function drained(): void {
  sayThen(() => undefined);
}

function sayThen(end: () => void): void {
  const limit = new Promise((resolve) => {
    wait(resolve, lastWordMs);
  });
  saying ??= Promise.race([Promise.all([...lastWords].map((say) => say())), limit]);
  void saying.then(() => {
    mute();
    release?.();
    end();
  });
}
