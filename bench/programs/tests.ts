import type { Client, Input } from "@plumb/client/client.ts";
import { searchProject } from "@plumb/contract/projects/search.ts";
import { listTestDays, listTestExecutions, readTest } from "@plumb/contract/tests/test-page.ts";
import { listFlakyTests, listTests } from "@plumb/contract/tests/tests.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedTests } from "../harness/seed-tests.ts";
import { newProjectIn, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Measures the search and the screens of single tests in a project with a million tests. */
export const tests: Program = {
  name: "tests",
  summary: "search, the list of tests and the page of a test at 1,000,000 tests",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const count = quick ? quickCount : 1_000_000;
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      const size = `${count.toLocaleString("en")} tests, ${kind}`;
      log(size);
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(dataDir, url);
      const { ms, value: testId } = await timed(() => seedTests(databaseLocation(dataDir, url), projectId, count));
      log(`${size}: filled in ${Math.round(ms / 1000)} s`);
      await using server = await startServer(dataDir, url);
      for (const [name, max, call] of calls(server.client, projectId, testId)) {
        const { metric } = await callMetric(call, { name: `${name}, ${size}`, times: quick ? 5 : 60, maxMs: max });
        metrics.push(metric);
      }
    }
    return metrics;
  },
};

type Call = readonly [name: string, maxMs: number, call: () => Promise<unknown>];

const searchMaxMs = 100;
const listMaxMs = 50;

function calls(client: Client, projectId: number, testId: number): Call[] {
  const search = (q: string) => () => client.call(searchProject, { params: { projectId }, query: { q } });
  const list = (query: Partial<Input<(typeof listTests)["query"]>>) => () =>
    client.call(listTests, { params: { projectId }, query });
  const params = { projectId, testId };
  return [
    ["search for a word of every test", searchMaxMs, search("keeps")],
    ["search for a rare word", searchMaxMs, search("number-4711")],
    ["search for what no test has", searchMaxMs, search("zebra crossing")],
    ["search for three words", searchMaxMs, search("checkout part-17 order")],
    ["search for two words that few tests have both", searchMaxMs, search("number-99 webkit")],
    ["all tests", listMaxMs, list({})],
    ["tests with a word", searchMaxMs, list({ search: "number-47" })],
    ["flaky tests", listMaxMs, () => client.call(listFlakyTests, { query: { projectId } })],
    [
      "flaky tests of a suite",
      listMaxMs,
      () => client.call(listFlakyTests, { query: { projectId, testSuite: ["suite-3"] } }),
    ],
    ["flaky tests, most time lost first", listMaxMs, list({ view: "flaky", sortBy: "lostTime" })],
    ["slow tests", listMaxMs, list({ view: "slow", sortBy: "duration" })],
    ["slowing tests", listMaxMs, list({ view: "slowing", sortBy: "slowdown" })],
    ["tests without owner", listMaxMs, list({ view: "unowned" })],
    ["a test", listMaxMs, () => client.call(readTest, { params })],
    ["the days of a test", listMaxMs, () => client.call(listTestDays, { params })],
    ["the executions of a test", listMaxMs, () => client.call(listTestExecutions, { params })],
  ];
}
