import type { Logger } from "pino";

/**
 * Wraps a handler that has no caller, such as the handler of a socket, timer, bus, stream or thread. Errors are logged under `what`; unhandled errors
 * would end the process.
 */
export function guard<Given extends readonly unknown[]>(
  log: Pick<Logger, "error">,
  what: string,
  handle: (...given: Given) => unknown,
): (...given: Given) => void {
  return (...given) => {
    // The executor runs immediately, and `resolve` waits for a returned promise.
    new Promise((resolve) => resolve(handle(...given))).catch((error: unknown) => log.error({ err: error }, what));
  };
}
