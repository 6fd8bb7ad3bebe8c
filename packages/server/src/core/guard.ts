import type { Logger } from "pino";

/**
 * A handler that nobody waits for: of a socket, a timer, the bus, a stream or a thread. What it throws, at once or later,
 * is logged under `what` and goes no further. Unguarded it would end the process, and with it everybody's work.
 */
export function guard<Given extends readonly unknown[]>(
  log: Pick<Logger, "error">,
  what: string,
  handle: (...given: Given) => unknown,
): (...given: Given) => void {
  return (...given) => {
    // The executor runs at once; a promise that it resolves with is waited for.
    new Promise((resolve) => resolve(handle(...given))).catch((error: unknown) => log.error({ err: error }, what));
  };
}
