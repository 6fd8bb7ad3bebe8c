import type { Logger } from "pino";

/**
 * What no handler caught is logged, and the server goes on. Every handler has its own guard; this is for the one that was
 * forgotten, here or in a library: a single message would otherwise stop the server for everybody, and nothing starts it
 * again.
 *
 * Node.js advises to end the process instead, because what was half done stays half done. Here that is little: what counts
 * is in the database, and a transaction that nobody ends is rolled back with its connection. What may stay behind is a
 * request without an answer, which its client gives up, or a connection of the pool; `/healthz` asks the database and says
 * so to whoever watches. Before the server is ready the default holds: a start that failed ends with its reason.
 */
export function logWhatNobodyCaught(log: Pick<Logger, "fatal">): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "an error that nothing caught; the server goes on");
  });
}
