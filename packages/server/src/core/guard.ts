import type { Logger } from "pino";

/**
 * Wraps a handler that has no caller, such as the handler of a socket, timer, bus, stream or thread. Errors are logged under `what`; unhandled errors
 * would end the process.
 */
export function guard<Input extends readonly unknown[]>(
  log: Pick<Logger, "error">,
  what: string,
  handle: (...input: Input) => unknown,
): (...input: Input) => void {
  return (...input) => {
    // The executor runs immediately, and `resolve` waits for a returned promise.
    new Promise((resolve) => resolve(handle(...input))).catch((error: unknown) => log.error({ err: error }, what));
  };
}
