import { writeSync } from "node:fs";
import { type LevelWithSilent, type Logger, type LoggerOptions, pino } from "pino";
import { build as pretty } from "pino-pretty";
import { logFields } from "#tracing/scope.ts";

const withId = new WeakSet<object>();

/** Marks a logger whose lines have the id of a request already. */
export function withOwnRequestId<Log extends object>(logger: Log): Log {
  withId.add(logger);
  return logger;
}

/** Adds the request that caused the work to the lines of other loggers. */
function mixin(_line: object, _level: number, logger: object): Record<string, string> {
  const { requestId, ...rest } = logFields();
  return requestId === undefined || withId.has(logger) ? rest : { ...rest, requestId };
}

export function logOptions(level: LevelWithSilent): LoggerOptions {
  return { level, mixin };
}

/**
 * Creates the log on standard error. Lines that cannot be written (full disk, closed pipe) are dropped and counted,
 * so that logging neither stops nor blocks the server.
 */
export function createLog(level: LevelWithSilent): Logger {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (process.stderr.isTTY) return pino(logOptions(level), pretty({ destination: 2 }));
  let dropped = 0;
  const write = (line: string) => {
    try {
      if (dropped > 0)
        writeSync(2, `{"level":40,"time":${Date.now()},"msg":"${dropped} lines of the log were lost"}\n`);
      dropped = 0;
      writeSync(2, line);
    } catch {
      dropped += 1;
    }
  };
  return pino(logOptions(level), { write });
}
