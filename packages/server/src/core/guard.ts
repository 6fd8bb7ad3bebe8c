import type { Logger } from "pino";

/**
 * Wraps a handler without a caller: of a socket, timer, bus, stream or thread. Errors are logged under `what`;
 * unhandled, they would end the process.
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
