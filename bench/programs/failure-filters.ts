import {
  listFailureFilters,
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
} from "@plumb/contract/failures/failures.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedFailures, seededFilters } from "../harness/seed-failures.ts";
import { type BenchServer, newProjectIn, startServer } from "../harness/server.ts";
import { workFolder } from "../harness/work-folder.ts";

type Filters = Readonly<Record<string, readonly string[] | boolean>>;

/** Measures the calls of the Failure Analysis screen with three filters at a million failures. Values differ between calls, so that no response is cached. */
export const failureFilters: Program = {
  name: "failure-filters",
  summary: "the failure analysis with any three filters at 1,000,000 failures",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    const count = quick ? 2 * quickCount : 1_000_000;
    for (const kind of databasesFor(quick, "postgres")) {
      const size = `${count.toLocaleString("en")} failures, ${kind}`;
      log(size);
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(dataDir, url);
      await seedFailures(databaseLocation(dataDir, url), projectId, count);
      await using server = await startServer(dataDir, url);
      for (const [name, call] of calls(server, projectId)) {
        const combinations = threeFilters();
        let next = 0;
        const times = quick ? 5 : 2 * combinations.length;
        const measured = () => call(combinations[next++ % combinations.length]?.(next) ?? {});
        const { metric } = await callMetric(measured, { name: `${name}, ${size}`, times, maxMs: 50 });
        metrics.push(metric);
      }
    }
    return metrics;
  },
};

const query = (filters: Filters) => ({ timeWindow: "90", ...filters }) as const;

function calls({ client }: BenchServer, projectId: number): Map<string, (filters: Filters) => Promise<unknown>> {
  const params = { projectId };
  return new Map<string, (filters: Filters) => Promise<unknown>>([
    ["summary", (filters) => client.call(readDefectSummary, { params, query: query(filters) })],
    ["test cases", (filters) => client.call(listTestCaseFailures, { params, query: query(filters) })],
    ["suite runs", (filters) => client.call(listSuiteRunFailures, { params, query: query(filters) })],
    ["groups", (filters) => client.call(listFailureGroups, { params, query: query(filters) })],
    ["filter values", () => client.call(listFailureFilters, { params, query: {} })],
  ]);
}

const values = (all: readonly string[]) => (chosen: number) => {
  const first = all[chosen % all.length] ?? "";
  // Every third choice has two values.
  return chosen % 3 === 0 ? [first, all[(chosen + 1) % all.length] ?? ""] : [first];
};

/** Returns every combination of three filters, each as a function of a number that chooses the values. */
function threeFilters(): ((chosen: number) => Filters)[] {
  const filters: readonly (readonly [string, (chosen: number) => readonly string[] | boolean])[] = [
    ...Object.entries(seededFilters).map(([name, all]) => [name, values(all)] as const),
    ["mine", () => true],
  ];
  return filters.flatMap((first, one) =>
    filters
      .slice(one + 1)
      .flatMap((second, two) =>
        filters
          .slice(one + two + 2)
          .map(
            (third) => (chosen: number) =>
              Object.fromEntries([first, second, third].map(([name, choose]) => [name, choose(chosen)])),
          ),
      ),
  );
}
