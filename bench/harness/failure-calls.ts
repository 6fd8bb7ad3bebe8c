import {
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
  readFailureGroup,
} from "@plumb/contract/failures/failures.ts";
import { readEvidence } from "@plumb/contract/failures/decisions.ts";
import { benchPostgres, databasesFor, databaseLocation } from "./databases.ts";
import { callMetric } from "./call-metric.ts";
import type { Metric } from "./metric.ts";
import { type BenchOptions, quickCount } from "./program.ts";
import { seedFailures } from "./seed-failures.ts";
import { type BenchServer, newProjectIn, startServer } from "./server.ts";
import { timed } from "./statistics.ts";
import { workFolder } from "./work-folder.ts";

/** Measures the calls of the Failure Analysis screen with a million stored failures, on both databases. */
export async function failureCalls({ quick, log }: BenchOptions): Promise<Metric[]> {
  const count = quick ? 2 * quickCount : 1_000_000;
  await using postgres = await benchPostgres();
  using work = workFolder();
  const metrics: Metric[] = [];
  for (const kind of databasesFor(quick, "embedded")) {
    log(`the screen's calls at ${count.toLocaleString("en")} failures, ${kind}`);
    const folder = work.folder(kind);
    const url = kind === "postgres" ? await postgres.database() : undefined;
    const projectId = await newProjectIn(folder, url);
    await seedFailures(databaseLocation(folder, url), projectId, count);
    await using server = await startServer(folder, url);
    for (const [name, call] of calls(server, projectId)) {
      const { metric } = await callMetric(call, {
        name: `${name}, ${count.toLocaleString("en")} failures, ${kind}`,
        times: quick ? 5 : 60,
        maxMs: 50,
      });
      metrics.push(metric);
    }
  }
  return metrics;
}

function calls({ client }: BenchServer, projectId: number): Map<string, () => Promise<unknown>> {
  const params = { projectId };
  const found = { timeWindow: "90", testSearch: "area 7 kept" } as const;
  return new Map<string, () => Promise<unknown>>([
    ["summary of 30 days", () => client.call(readDefectSummary, { params, query: {} })],
    ["summary of 90 days", () => client.call(readDefectSummary, { params, query: { timeWindow: "90" } })],
    ["summary of a search", () => client.call(readDefectSummary, { params, query: found })],
    ["test cases", () => client.call(listTestCaseFailures, { params, query: { timeWindow: "90" } })],
    [
      "test cases, last page",
      () => client.call(listTestCaseFailures, { params, query: { timeWindow: "90", offset: 19_900 } }),
    ],
    ["test cases of a search", () => client.call(listTestCaseFailures, { params, query: found })],
    ["suite runs", () => client.call(listSuiteRunFailures, { params, query: { timeWindow: "90" } })],
    ["groups", () => client.call(listFailureGroups, { params, query: { timeWindow: "90" } })],
    ["groups by tests", () => client.call(listFailureGroups, { params, query: { timeWindow: "90", sortBy: "tests" } })],
    [
      "groups of a class",
      () => client.call(listFailureGroups, { params, query: { timeWindow: "90", class: "Environment Issue" } }),
    ],
    [
      "details of a group",
      async () => {
        const { data } = await client.call(listFailureGroups, { params, query: { limit: 1, sortBy: "occurrences" } });
        const group = { projectId, groupId: data[0]?.id ?? 0 };
        return (await timed(() => client.call(readFailureGroup, { params: group, query: { timeWindow: "90" } }))).ms;
      },
    ],
    [
      "evidence of a failure",
      async () => {
        const { data } = await client.call(listTestCaseFailures, { params, query: { timeWindow: "1d", limit: 1 } });
        const failure = { testCaseId: data[0]?.id ?? 0 };
        return (await timed(() => client.call(readEvidence, { params: failure }))).ms;
      },
    ],
  ]);
}
