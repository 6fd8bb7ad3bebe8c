import type { Logger } from "pino";
import type { Db } from "#store/db.ts";
import { analyseResults } from "#store/maintenance.ts";

/** From this many new tests on the statistics of the tables are made anew, whether one upload brought them or hundreds. */
const manyTests = 5000;
/**
 * Whoever uploads opens the report next, and the next upload follows: on an embedded database both would wait for the
 * statistics. Where it is never quiet, they are made all the same after a while.
 */
const patience = { quietMs: 30_000, mostMs: 120_000 };

export interface Statistics extends AsyncDisposable {
  /** So many tests were written. */
  written(tests: number): void;
}

export function createStatistics(
  db: Db,
  log: Logger,
  { quietMs, mostMs }: { readonly quietMs: number; readonly mostMs: number } = patience,
): Statistics {
  let tests = 0;
  let dueSince: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let making: Promise<void> = Promise.resolve();
  const make = () => {
    timer = null;
    dueSince = null;
    tests = 0;
    making = analyseResults(db).catch((error: unknown) => log.warn({ err: error }, "statistics were not made"));
  };
  return {
    written(more) {
      tests += more;
      if (tests < manyTests) return;
      const now = performance.now();
      dueSince ??= now;
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(make, Math.max(0, Math.min(quietMs, dueSince + mostMs - now))).unref();
    },
    async [Symbol.asyncDispose]() {
      if (timer !== null) clearTimeout(timer);
      await making;
    },
  };
}
