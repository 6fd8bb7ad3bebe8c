import { Counter, Gauge, type Registry } from "prom-client";
import type { Db } from "#store/db.ts";
import { maxProjects, projectMetrics } from "#store/operations/project-metrics.ts";
import { cached } from "./cached.ts";

/** Longer than for the metrics of the server, because the counts of all projects are read. */
const cachedMs = 30_000;

/**
 * Adds metrics of single projects to the registry. They are the same on all servers that use the database.
 *
 * @returns A function that reads them. Call it before the registry is read.
 * @throws If the database cannot be read, so that monitoring systems do not take the last values for current ones.
 */
export function registerProjectMetrics(
  registry: Registry,
  { backgroundDb }: { readonly backgroundDb: Db },
): () => Promise<void> {
  const registers = [registry];
  const labelNames = ["project_id", "project"];
  const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers });
  const counters = {
    runs: counter("plumb_project_runs_total", "Runs received, also of deleted reports"),
    results: counter("plumb_project_results_total", "Results of counted runs, also of deleted reports"),
    failures: counter("plumb_project_failures_total", "Failed results of counted runs, also of deleted reports"),
  };
  const gauges = {
    flakyTests: gauge("plumb_project_flaky_tests", "Tests that are flaky now"),
    brokenTests: gauge("plumb_project_broken_tests", "Tests that are broken now"),
  };
  const leftOut = new Gauge({
    name: "plumb_projects_left_out",
    help: `Projects without metrics, because ${maxProjects} others have later runs`,
    registers,
  });
  const read = cached(cachedMs, () => projectMetrics(backgroundDb));
  return async () => {
    const found = await read();
    registry.resetMetrics();
    leftOut.set(found.leftOut);
    for (const { id, name, ...values } of found.projects) {
      const labels = { project_id: id, project: name };
      for (const key of ["runs", "results", "failures"] as const) counters[key].inc(labels, values[key]);
      for (const key of ["flakyTests", "brokenTests"] as const) gauges[key].set(labels, values[key]);
    }
  };
}
