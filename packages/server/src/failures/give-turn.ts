import { setImmediate as turn } from "node:timers/promises";

/** Errors between two looks at what else the server has to do. */
const turnEvery = 50;

/**
 * Lets the server do something else now and then.
 *
 * @param done How many errors were looked at so far.
 * @throws the reason of `signal`, if that aborted meanwhile.
 */
export async function giveTurn(done: number, signal?: AbortSignal): Promise<void> {
  if (done % turnEvery !== turnEvery - 1) return;
  signal?.throwIfAborted();
  await turn();
}
