import { maxQueryLength } from "@plumb/contract/query/query-terms.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { listFlakyTests } from "@plumb/contract/tests/tests.ts";
import { listTestExecutions, readTest, type TestExecution } from "@plumb/contract/tests/test-page.ts";
import { z } from "zod";
import { compareRuns } from "./compare-runs.ts";
import { explainFailure } from "./explain-failure.ts";
import { explainRun } from "./explain-run.ts";
import { fenced } from "./fenced.ts";
import { listedTest, locateTest, type LocatedTest, stackLines, explainedFrames, testName } from "./located-test.ts";
import { cursorInput, fittingEntries, offsetOf, page, pageWithCursor } from "./page.ts";
import { runLine } from "./run-line.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { tool } from "./tool.ts";

const id = z.number().int().positive();

/** The instructions of the server describe the language. */
const queryInput = z.string().max(maxQueryLength).optional();

const findRuns = tool({
  name: "find_runs",
  title: "Find runs",
  description: "Lists runs, newest first, with their result. Use the id of a run with the other tools.",
  input: z.object({
    query: queryInput,
    pull_request: z.string().max(300).optional(),
    commit: z.string().max(64).optional().describe("Full or abbreviated hash"),
    branch: z.string().max(300).optional(),
    environment: z.string().max(300).optional(),
    suite: z.string().max(300).optional(),
    state: z.enum(["running", "completed", "failed", "interrupted"]).optional().describe("failed: a test failed"),
    since: z
      .union([z.iso.datetime({ offset: true }), z.iso.date()])
      .optional()
      .describe("Only runs that started then or later"),
    limit: z.number().int().min(1).max(20).default(10),
    ...cursorInput,
  }),
  async run({ api, projectId }, { pull_request: input, state, since, commit, limit, query: q, ...filter }) {
    const pullRequest = input?.replace(/^[#!]/, "");
    const query = {
      projectId,
      q,
      ...filter,
      commit: commit?.toLowerCase(),
      pullRequest,
      status: state,
      startDate: since,
    };
    const { data, nextCursor } = await api.call(listReports, { query: { ...query, limit } });
    if (data.length === 0) return "No run matches.";
    const entries = data.map((run) => [runLine(run)]);
    const fitting = fittingEntries([], entries);
    if (fitting === entries.length) return pageWithCursor([], entries, nextCursor);
    const shorter = await api.call(listReports, { query: { ...query, limit: fitting } });
    return pageWithCursor([], entries.slice(0, fitting), shorter.nextCursor);
  },
});

const testHistory = tool({
  name: "test_history",
  title: "Read the history of a test",
  description: "Returns the state of a test, its flakiness, its last runs, and the stack of its last failure.",
  input: z.object({ test_id: id, limit: z.number().int().min(1).max(30).default(15), ...cursorInput }),
  async run(call, { test_id: testId, limit, cursor }) {
    const offset = offsetOf(cursor);
    const params = { projectId: call.projectId, testId };
    const { data: test } = await call.api.call(readTest, { params });
    const { data: executions, more } = await call.api.call(listTestExecutions, { params, query: { limit, offset } });
    const located = offset > 0 ? null : await lastFailure(call, executions);
    return page({
      head: [
        `${located?.line ?? testName(testId, test)} is ${test.state}.`,
        ...stackLines(located?.stack ?? [], explainedFrames),
      ],
      entries: executions.map(({ status, run, environment, resultId }) => [
        `${run.startTime} run ${run.id} (#${run.number}) ${status}${isRed(status) ? `, failure_id ${resultId}` : ""}${run.branch === null ? "" : ` on ${fenced(run.branch, 100)}`} in ${fenced(environment, 100)}`,
      ]),
      offset,
      more,
    });
  },
});

const isRed = (status: TestExecution["status"]) => status === "failed" || status === "error";

/** Returns the test with the stack of its last failure, or without one if it did not fail. */
async function lastFailure(call: ToolCall, executions: readonly TestExecution[]): Promise<LocatedTest | null> {
  const last = executions.find(({ status, flaky }) => flaky || isRed(status)) ?? executions[0];
  return last === undefined ? null : locateTest(call, last.run.id, last.resultId);
}

/** Number of runs to search for the last failure of a test in a list. */
const searchedRuns = 20;

const flakyTests = tool({
  name: "flaky_tests",
  title: "List flaky tests",
  description: "Lists the tests of the project that pass and fail without a change, flakiest first.",
  input: z.object({
    query: queryInput,
    limit: z.number().int().min(1).max(30).default(15),
    ...cursorInput,
  }),
  async run(call, { query: q, limit, cursor }) {
    const { api, projectId } = call;
    const offset = offsetOf(cursor);
    const { data, total } = await api.call(listFlakyTests, { query: { projectId, q, limit, offset } });
    if (data.length === 0) return offset === 0 ? "There are no flaky tests." : "There are no more flaky tests.";
    const entries: string[][] = [];
    for (const test of data) {
      const params = { projectId, testId: test.id };
      const { data: runs } = await api.call(listTestExecutions, { params, query: { limit: searchedRuns } });
      const located = await lastFailure(call, runs);
      const owner = test.owner === null ? "" : `, owner ${fenced(test.owner, 80)}`;
      entries.push(located === null ? [`${testName(test.id, test)}${owner}`] : listedTest(located, "", owner));
    }
    return page({ head: [`${total} flaky tests:`], entries, offset, more: offset + data.length < total });
  },
});

export const readTools: readonly Tool[] = [findRuns, explainRun, explainFailure, testHistory, flakyTests, compareRuns];
