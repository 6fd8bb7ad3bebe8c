import type { Client, Input } from "@plumb/client/client.ts";
import { searchProject } from "@plumb/contract/projects/search.ts";
import { listTestDays, listTestExecutions, readTest } from "@plumb/contract/tests/test-page.ts";
import { listFlakyTests, listTests } from "@plumb/contract/tests/tests.ts";
import { benchPostgres, databasesFor, databasePlace } from "../harness/databases.ts";
import { callFigure } from "../harness/call-figure.ts";
import type { Figure } from "../harness/figure.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedTests } from "../harness/seed-tests.ts";
import { newProjectIn, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** The search and the screens of single tests in a project that knows a million of them. */
export const tests: Program = {
  name: "tests",
  summary: "search, the list of tests and the page of a test at 1,000,000 tests",
  async run({ quick, say }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const count = quick ? quickCount : 1_000_000;
    const figures: Figure[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      const size = `${count.toLocaleString("en")} tests, ${kind}`;
      say(size);
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(dataDir, url);
      const { ms, value: testId } = await timed(() => seedTests(databasePlace(dataDir, url), projectId, count));
      say(`${size}: filled in ${Math.round(ms / 1000)} s`);
      await using server = await startServer(dataDir, url);
      for (const [name, most, call] of calls(server.client, projectId, testId)) {
        const { figure } = await callFigure(call, { name: `${name}, ${size}`, times: quick ? 5 : 60, mostMs: most });
        figures.push(figure);
      }
    }
    return figures;
  },
};

type Call = readonly [name: string, mostMs: number, call: () => Promise<unknown>];

const searchMost = 100;
const listMost = 50;

function calls(client: Client, projectId: number, testId: number): Call[] {
  const search = (q: string) => () => client.call(searchProject, { params: { projectId }, query: { q } });
  const list = (query: Partial<Input<(typeof listTests)["query"]>>) => () =>
    client.call(listTests, { params: { projectId }, query });
  const params = { projectId, testId };
  return [
    ["search for a word of every test", searchMost, search("keeps")],
    ["search for a rare word", searchMost, search("number-4711")],
    ["search for what no test has", searchMost, search("zebra crossing")],
    ["search for three words", searchMost, search("checkout part-17 order")],
    ["search for two words that few tests have both", searchMost, search("number-99 webkit")],
    ["all tests", listMost, list({})],
    ["tests with a word", searchMost, list({ search: "number-47" })],
    ["flaky tests", listMost, () => client.call(listFlakyTests, { query: { projectId } })],
    [
      "flaky tests of a suite",
      listMost,
      () => client.call(listFlakyTests, { query: { projectId, testSuite: ["suite-3"] } }),
    ],
    ["flaky tests, most time lost first", listMost, list({ view: "flaky", sortBy: "lostTime" })],
    ["slow tests", listMost, list({ view: "slow", sortBy: "duration" })],
    ["slowing tests", listMost, list({ view: "slowing", sortBy: "slowdown" })],
    ["tests without owner", listMost, list({ view: "unowned" })],
    ["a test", listMost, () => client.call(readTest, { params })],
    ["the days of a test", listMost, () => client.call(listTestDays, { params })],
    ["the executions of a test", listMost, () => client.call(listTestExecutions, { params })],
  ];
}
