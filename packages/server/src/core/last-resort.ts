import type { Logger } from "pino";

/**
 * Logs errors that no handler caught, and keeps the server running. Handlers have their own guard; this is for
 * forgotten ones, here or in a library: one message would otherwise stop the server for everyone.
 *
 * Node.js recommends ending the process, because state may be inconsistent. Here, state is in the database, and open
 * transactions are rolled back with their connection. A request without a response or a lost connection may remain;
 * `/healthz` checks the database. During the start, the default applies: a failed start ends with its reason.
 */
export function logWhatNobodyCaught(log: Pick<Logger, "fatal">): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "an error that nothing caught; the server goes on");
  });
}
