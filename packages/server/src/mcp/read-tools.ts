import { compareReports, readReportChanges } from "@plumb/contract/runs/compare.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { type Report, readReport } from "@plumb/contract/runs/reports.ts";
import { readEvidence, readSuggestedFixes } from "@plumb/contract/failures/decisions.ts";
import { type FailureGroup, listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { readFailureSuspects } from "@plumb/contract/failures/suspects.ts";
import { readResult } from "@plumb/contract/runs/results.ts";
import { listFlakyTests } from "@plumb/contract/tests/tests.ts";
import { listTestExecutions, readTest } from "@plumb/contract/tests/test-page.ts";
import { z } from "zod";
import { fenced, withinLimit } from "#mcp/fenced.ts";
import type { Tool } from "#mcp/tool.ts";
import { tool } from "#mcp/tool.ts";

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
    since: z.iso.datetime().optional().describe("Only runs that started at this time or later"),
    limit: z.number().int().min(1).max(20).default(10),
  }),
  async run({ api, projectId }, { branch, environment, suite, state, since, limit }) {
    const query = { projectId, branch, environment, suite, status: state, startDate: since, limit };
    const { data } = await api.call(listReports, { query });
    return data.length === 0 ? "No run matches." : withinLimit(data.map(runLine));
  },
});

const explainRun = tool({
  name: "explain_run",
  title: "Explain a run by cause",
  description:
    "Lists the causes of the failures of a run, with class, confidence, number of tests, whether they are new, and one failure of each. Start here for a red run.",
  input: z.object({ run_id: id }),
  async run({ api, projectId, publicUrl }, { run_id: runId }) {
    const { data: report } = await api.call(readReport, { params: { reportId: runId } });
    const groups = await api.call(listFailureGroups, {
      params: { projectId },
      // A period without dates: the run may be old.
      query: { timeWindow: "custom", runs: [runId], sortBy: "tests", limit: 20 },
    });
    const { data: changes } = await api.call(readReportChanges, { params: { reportId: runId } });
    const { counts, base } = changes;
    return withinLimit([
      runLine(report),
      `Page: ${publicUrl}/reports/${runId}`,
      ...(report.partial == null ? [] : [`Only part of the suite ran: ${fenced(report.partial)}`]),
      base === null || counts === null
        ? "There is no earlier run to compare with."
        : `Compared with run ${base.id} (#${base.number}): ${counts.newFailure} new failures, ${counts.stillFailing} still failing, ${counts.fixed} fixed, ${counts.newlyFlaky} newly flaky.`,
      `${groups.total} causes:`,
      ...groups.data.flatMap((group) => causeLines(group, publicUrl, projectId)),
      ...(groups.total > groups.data.length ? [`and ${groups.total - groups.data.length} more causes`] : []),
    ]);
  },
});

const explainFailure = tool({
  name: "explain_failure",
  title: "Explain one failure",
  description:
    "Returns the error of a failure, its class with evidence, what changed since the test last passed, suspected commits, how the cause ended before, and suggested fixes.",
  input: z.object({ run_id: id, failure_id: id.describe("Id of a failure, as explain_run lists it") }),
  async run({ api, publicUrl }, { run_id: reportId, failure_id: testCaseId }) {
    const params = { testCaseId };
    const { data: result } = await api.call(readResult, { params: { reportId, resultId: testCaseId } });
    const { data: evidence } = await api.call(readEvidence, { params });
    const { data: suspects } = await api.call(readFailureSuspects, { params });
    const { data: fixes } = await api.call(readSuggestedFixes, { params });
    const [error] = result.attempts.flatMap(({ errors }) => errors);
    const { sinceLastPass: pass } = evidence;
    return withinLimit([
      ...(evidence.groupId === null ? [] : [`Cause: ${evidence.groupId}`]),
      `Page: ${publicUrl}/reports/${reportId}?test=${testCaseId}`,
      `Class: ${evidence.primaryClass ?? "unclassified"}${evidence.confidence === null ? "" : ` (${Math.round(evidence.confidence)}%)`}. ${fenced(evidence.reason, 400)}`,
      `Error: ${fenced(error?.message ?? "none", 800)}`,
      ...(evidence.failingStep === null ? [] : [`Failing step: ${fenced(evidence.failingStep.title)}`]),
      ...evidence.lines.slice(0, 4).map((line) => `Evidence: ${fenced(line)}`),
      pass === null
        ? "The test has never passed in this suite, environment and branch."
        : `Last passed in run ${pass.runId} (#${pass.runNumber}), first failed in run ${pass.firstFailure.runId} (#${pass.firstFailure.runNumber}).`,
      ...(pass?.differences ?? []).slice(0, 8).map((difference) => `Changed since then: ${fenced(difference)}`),
      ...suspects.suspects
        .slice(0, 3)
        .map(
          ({ hash, subject, author, reasons }) =>
            `Suspected commit ${hash.slice(0, 10)} by ${fenced(author, 80)}: ${fenced(subject, 150)} – ${fenced(reasons.join("; "), 250)}`,
        ),
      ...suspects.fixedBefore.map(
        ({ same, error: text, commits }) =>
          `${same ? "Ended before" : "A similar cause ended"} (${fenced(text, 120)}) with ${commits.map(({ hash, subject }) => `${hash.slice(0, 10)} ${fenced(subject, 100)}`).join(", ") || "unknown commits"}`,
      ),
      ...evidence.similar
        .slice(0, 3)
        .map(
          ({ runId, runNumber, primaryClass, decidedBy, passedSince }) =>
            `Earlier failure in run ${runId} (#${runNumber}): ${primaryClass ?? "unclassified"}${decidedBy === "person" ? ", set by a person" : ""}${passedSince ? ", passed since" : ""}`,
        ),
      ...fixes.slice(0, 3).map(({ text }) => `Suggested fix: ${fenced(text, 250)}`),
    ]);
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

const compareRuns = tool({
  name: "compare_runs",
  title: "Compare two runs",
  description: "Compares two runs test by test: new failures, fixed, still failing, flaky.",
  input: z.object({ base_run_id: id, head_run_id: id }),
  async run({ api }, { base_run_id: base, head_run_id: head }) {
    const { data } = await api.call(compareReports, { body: { reportIds: [base, head], limit: 20 } });
    return withinLimit([
      `Base: ${runLine(data.base)}`,
      `Head: ${runLine(data.head)}`,
      JSON.stringify(data.counts),
      ...data.tests.map(
        ({ testId, titlePath, kinds, base: before, head: after }) =>
          `test ${testId} ${fenced(titlePath.join(" › "))}: ${before?.status ?? "absent"} → ${after?.status ?? "absent"} (${kinds.join(", ")})`,
      ),
    ]);
  },
});

export const readTools: readonly Tool[] = [findRuns, explainRun, explainFailure, testHistory, flakyTests, compareRuns];

function runLine({ id: runId, number, testSuite, status, environment, branch, startTime, summary }: Report): string {
  const { total, passed, failed, errored, flaky } = summary;
  const where = [environment, ...(branch === null ? [] : [branch])].map((name) => fenced(name, 100)).join(", ");
  return `run ${runId} (#${number}) of ${fenced(testSuite, 100)}, ${where}, ${startTime}: ${status}, ${total} tests, ${passed} passed, ${failed + errored} failed, ${flaky} flaky`;
}

function causeLines(group: FailureGroup, publicUrl: string, projectId: number): string[] {
  const {
    id: groupId,
    primaryClass,
    confidence,
    state,
    testCount,
    occurrenceCount,
    representativeError,
    memberTests,
  } = group;
  const sure = confidence === null ? "" : ` ${Math.round(confidence)}%`;
  const [first] = memberTests;
  return [
    `cause ${groupId} (${state}): ${primaryClass ?? "unclassified"}${sure}, ${testCount} tests, ${occurrenceCount} failures: ${fenced(representativeError, 200)}`,
    ...(first === undefined
      ? []
      : [`  one failure: failure_id ${first.id} in run ${first.runId}, ${fenced(first.testName, 150)}`]),
    `  ${publicUrl}/defects?group=${groupId}&project=${projectId}`,
  ];
}
