import type { Logger } from "pino";
import type { Db } from "#store/db.ts";
import { analyseResults } from "#store/maintenance.ts";

/**
 * Whoever uploads opens the report next, and the next upload follows: on an embedded database both would wait for the
 * statistics. Where it is never quiet, PostgreSQL's autovacuum or the maintenance job makes them.
 */
const quietMs = 30_000;

export interface Statistics extends AsyncDisposable {
  /** Much was written: statistics are made once nothing was for a while. */
  due(): void;
}

export function createStatistics(db: Db, log: Logger): Statistics {
  let timer: NodeJS.Timeout | null = null;
  let making: Promise<void> = Promise.resolve();
  const make = () => {
    timer = null;
    making = analyseResults(db).catch((error: unknown) => log.warn({ err: error }, "statistics were not made"));
  };
  return {
    due() {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(make, quietMs).unref();
    },
    async [Symbol.asyncDispose]() {
      if (timer !== null) clearTimeout(timer);
      await making;
    },
  };
}
