import { listReports } from "@plumb/contract/runs/report-list.ts";
import { listFlakyTests } from "@plumb/contract/tests/tests.ts";
import { listTestExecutions, readTest } from "@plumb/contract/tests/test-page.ts";
import { z } from "zod";
import { compareRuns } from "./compare-runs.ts";
import { explainFailure } from "./explain-failure.ts";
import { explainRun } from "./explain-run.ts";
import { fenced, withinLimit } from "./fenced.ts";
import { runLine } from "./run-line.ts";
import type { Tool } from "./tool.ts";
import { tool } from "./tool.ts";

const id = z.number().int().positive();

const findRuns = tool({
  name: "find_runs",
  title: "Find runs",
  description: "Lists runs, newest first, with their result. Use the id of a run with the other tools.",
  input: z.object({
    branch: z.string().max(300).optional(),
    environment: z.string().max(300).optional(),
    suite: z.string().max(300).optional(),
    state: z.enum(["running", "completed", "failed", "interrupted"]).optional().describe("failed: a test failed"),
    since: z
      .union([z.iso.datetime({ offset: true }), z.iso.date()])
      .optional()
      .describe("Only runs that started at this time or on this day, or later"),
    limit: z.number().int().min(1).max(20).default(10),
  }),
  async run({ api, projectId }, { branch, environment, suite, state, since, limit }) {
    const query = { projectId, branch, environment, suite, status: state, startDate: since, limit };
    const { data } = await api.call(listReports, { query });
    return data.length === 0 ? "No run matches." : withinLimit(data.map(runLine));
  },
});

const testHistory = tool({
  name: "test_history",
  title: "Read the history of a test",
  description: "Returns the state of a test, its flakiness, and its last runs.",
  input: z.object({ test_id: id, limit: z.number().int().min(1).max(30).default(15) }),
  async run({ api, projectId }, { test_id: testId, limit }) {
    const params = { projectId, testId };
    const { data: test } = await api.call(readTest, { params });
    const { data: executions } = await api.call(listTestExecutions, { params, query: { limit } });
    return withinLimit([
      `${fenced(test.titlePath.join(" › "))} is ${test.state}.`,
      ...executions.map(
        ({ status, run, environment }) =>
          `${run.startTime} run ${run.id} (#${run.number}) ${status}${run.branch === null ? "" : ` on ${fenced(run.branch, 100)}`} in ${fenced(environment, 100)}`,
      ),
    ]);
  },
});

const flakyTests = tool({
  name: "flaky_tests",
  title: "List flaky tests",
  description: "Lists the tests of the project that pass and fail without a change, flakiest first.",
  input: z.object({ search: z.string().max(200).optional(), limit: z.number().int().min(1).max(30).default(15) }),
  async run({ api, projectId }, { search, limit }) {
    const { data, total } = await api.call(listFlakyTests, { query: { projectId, search, limit } });
    if (data.length === 0) return "There are no flaky tests.";
    return withinLimit([
      `${total} flaky tests:`,
      ...data.map(
        ({ id: testId, titlePath, owner }) =>
          `test ${testId}: ${fenced(titlePath.join(" › "))}${owner === null ? "" : `, owner ${fenced(owner, 80)}`}`,
      ),
    ]);
  },
});

export const readTools: readonly Tool[] = [findRuns, explainRun, explainFailure, testHistory, flakyTests, compareRuns];
