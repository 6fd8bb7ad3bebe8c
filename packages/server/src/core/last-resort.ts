import type { Logger } from "pino";

/**
 * Logs uncaught errors and keeps the server running. Handlers have their own guard; this one is for handlers without it, here or in a library,
 * because a single message could otherwise stop the server for everyone.
 *
 * Node.js recommends ending the process, because its state may be inconsistent. Here, the state is in the database, and open transactions are rolled
 * back with their connection. A request without a response or a lost connection may remain; `/healthz` checks the database. During the start, the
 * default applies: a failed start ends with its error.
 */
export function logWhatNobodyCaught(log: Pick<Logger, "fatal">): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "uncaught error; the server keeps running");
  });
}
