import { setTimeout as sleep } from "node:timers/promises";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Db } from "#store/db.ts";
import { deliveryMetrics, jobMetrics, maxCounted, totals } from "#store/operations/server-metrics.ts";
import { cached } from "./cached.ts";

const cachedMs = 10_000;

/**
 * Adds metrics of the database to the registry. They are the same on all servers that use it.
 *
 * @returns A function that reads them. Call it before the registry is read.
 */
export function registerServerMetrics(
  registry: Registry,
  { backgroundDb, clock }: { readonly backgroundDb: Db; readonly clock: () => Date },
): () => Promise<void> {
  const metrics = createMetrics([registry]);
  const read = cached(cachedMs, async () => {
    const now = clock();
    return {
      jobs: await jobMetrics(backgroundDb, now),
      deliveries: await deliveryMetrics(backgroundDb, now),
      totals: await totals(backgroundDb),
    };
  });
  return async () => {
    const found = await Promise.race([read().catch(() => null), sleep(patienceMs, null, { ref: false })]);
    metrics.up.set(found === null ? 0 : 1);
    // Without the database, the totals stay as they were, because a counter that falls looks like a new server.
    for (const metric of [metrics.jobs, metrics.overdue, metrics.deliveries, metrics.oldest]) metric.reset();
    if (found === null) return;
    for (const { kind, state, jobs, overdueSeconds } of found.jobs) {
      metrics.jobs.set({ kind, state }, jobs);
      if (state === "queued") metrics.overdue.set({ kind }, overdueSeconds);
    }
    for (const { kind, status, deliveries, oldestSeconds } of found.deliveries) {
      metrics.deliveries.set({ kind, status }, deliveries);
      metrics.oldest.set({ kind, status }, oldestSeconds);
    }
    setCounter(metrics.runs, found.totals.runs);
    setCounter(metrics.results, found.totals.results);
    metrics.stored.set(found.totals.storedBytes);
  };
}

function createMetrics(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  return {
    up: gauge("plumb_database_up", "1 if the metrics of the database could be read within three seconds"),
    jobs: gauge("plumb_jobs", `Jobs of all servers, at most ${maxCounted}`, ["kind", "state"]),
    overdue: gauge("plumb_job_overdue_seconds", "How long the oldest queued job has been due", ["kind"]),
    deliveries: gauge("plumb_deliveries", `Deliveries that wait or failed, at most ${maxCounted} of each`, [
      "kind",
      "status",
    ]),
    oldest: gauge("plumb_delivery_oldest_seconds", "Age of the oldest of these deliveries", ["kind", "status"]),
    runs: counter("plumb_runs_total", "Runs received, also of deleted reports"),
    results: counter("plumb_results_total", "Results of ended runs, also of deleted reports"),
    stored: gauge("plumb_stored_bytes", "Size of the artifacts of all projects"),
  };
}

function setCounter(counter: Counter, value: number): void {
  counter.reset();
  counter.inc(value);
}

/** Monitoring systems wait ten seconds, and need the other metrics when the database is slow. */
const patienceMs = 3000;
