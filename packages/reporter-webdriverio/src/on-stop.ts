const signals = ["SIGINT", "SIGTERM"] as const;
/** Whoever stops a run does not want to wait for it. */
const lastWordMs = 1500;

/**
 * Says the last word of a run that is stopped. WebdriverIO, which listens too, ends its processes some milliseconds later,
 * without a word to reporters and services: its exit waits until that is said, a moment at most.
 *
 * @param lastWord What people read goes with it.
 * @returns Ends the listening.
 */
export function onStop(lastWord: (words: string) => Promise<void>): () => void {
  const stopped = (): void => {
    const exit = process.exit.bind(process);
    const limit = new Promise((resolve) => {
      setTimeout(resolve, lastWordMs);
    });
    const said = Promise.race([lastWord("The run was stopped before it finished"), limit]);
    const exitThen = (code?: Parameters<typeof exit>[0]): void => void said.then(() => exit(code));
    process.exit = exitThen as typeof process.exit;
  };
  for (const signal of signals) process.prependOnceListener(signal, stopped);
  return () => {
    for (const signal of signals) process.off(signal, stopped);
  };
}
