import { setImmediate as turn } from "node:timers/promises";

/** Number of errors to process between two pauses. */
const yieldEvery = 50;

/**
 * Yields to the event loop at intervals.
 *
 * @param done Number of errors processed so far.
 * @throws the reason of `signal` if it has been aborted.
 */
export async function yieldToEventLoop(done: number, signal?: AbortSignal): Promise<void> {
  if (done % yieldEvery !== yieldEvery - 1) return;
  signal?.throwIfAborted();
  await turn();
}
