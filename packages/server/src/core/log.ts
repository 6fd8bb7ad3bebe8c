import { writeSync } from "node:fs";
import { type LevelWithSilent, type Logger, pino } from "pino";
import { build as pretty } from "pino-pretty";

/**
 * Creates the log on standard error. Lines that cannot be written (full disk, closed pipe) are dropped and counted,
 * so that logging neither stops nor blocks the server.
 */
export function createLog(level: LevelWithSilent): Logger {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (process.stderr.isTTY) return pino({ level }, pretty({ destination: 2 }));
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
  return pino({ level }, { write });
}
