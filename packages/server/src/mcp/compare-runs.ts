import { type ComparedTest, compareReports } from "@plumb/contract/runs/compare.ts";
import {
  caughtText,
  fewerAssertionsText,
  raisedText,
  suiteChangeTitles,
} from "@plumb/contract/runs/suite-change-text.ts";
import type { LostSuiteTest, SuiteChanges } from "@plumb/contract/runs/suite-changes.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import { fenced, withinLimit } from "./fenced.ts";
import { listedTest, locateTest, testName } from "./located-test.ts";
import { cursorInput, offsetOf, page } from "./page.ts";
import { runLine } from "./run-line.ts";
import { tool, type ToolCall } from "./tool.ts";

const id = z.number().int().positive();

export const compareRuns = tool({
  name: "compare_runs",
  title: "Compare two runs",
  description:
    "Compares a run (the head) test by test with an earlier run, or with the latest finished run of a branch in the same suite and environment: new failures, fixed, still failing, flaky, removed, renamed and newly skipped tests.",
  input: z.object({
    head_run_id: id,
    base: z.string().trim().min(1).max(300).optional().describe("Name of the base branch, such as main"),
    base_run_id: id.optional().describe("Instead of base"),
    ...cursorInput,
  }),
  async run(call, { head_run_id: head, base: branch, base_run_id: input, cursor }) {
    if ((branch === undefined) === (input === undefined))
      throw new ApiError("invalid", "Give either base, the name of a branch, or base_run_id.");
    const base = input ?? (await latestOf(call, head, branch ?? ""));
    const offset = offsetOf(cursor);
    const reportIds = [base, head];
    // Only the first page has the counts.
    const limit = offset === 0 ? pageSize : 1;
    const first = (await call.api.call(compareReports, { body: { reportIds, limit } })).data;
    const { changed = 0, stillFailing = 0 } = first.counts ?? {};
    const tests = await comparedTests(call, reportIds, { offset, changed, first: first.tests });
    const entries: string[][] = [];
    for (const test of tests) entries.push(await comparedTest(call, [base, head], test));
    return page({
      head: [
        `Base: ${runLine(first.base)}`,
        `Head: ${runLine(first.head)}`,
        ...(offset > 0 ? [] : [JSON.stringify(first.counts)]),
        ...(offset > 0 || first.suiteChanges === null ? [] : suiteChangeLines(first.suiteChanges)),
      ],
      entries,
      offset,
      more: offset + tests.length < changed + stillFailing,
    });
  },
});

/** Returns a page of the changed tests, followed by those that still fail. */
async function comparedTests(
  { api }: ToolCall,
  reportIds: number[],
  { offset, changed, first }: { readonly offset: number; readonly changed: number; readonly first: ComparedTest[] },
): Promise<ComparedTest[]> {
  const part = async (body: { show?: "stillFailing"; offset: number; limit: number }) =>
    body.limit === 0 ? [] : (await api.call(compareReports, { body: { reportIds, ...body } })).data.tests;
  const tests = offset === 0 ? first : offset < changed ? await part({ offset, limit: pageSize }) : [];
  const failing = { show: "stillFailing", offset: Math.max(0, offset - changed) } as const;
  return [...tests, ...(await part({ ...failing, limit: pageSize - tests.length }))];
}

const pageSize = 10;
/** Maximum number of tests per kind of suite change, and of tokens for all, so that most of the answer remains for the compared tests. */
const listedSuiteTests = 5;
const suiteChangeTokens = 700;

function suiteChangeLines(changes: SuiteChanges): string[] {
  const { removed, newlySkipped, fewerAssertions, renamed } = changes;
  const lines = [
    ...suiteChangeList(suiteChangeTitles.removed, removed.count, removed.tests.map(lostTest)),
    ...suiteChangeList(suiteChangeTitles.newlySkipped, newlySkipped.count, newlySkipped.tests.map(lostTest)),
    ...suiteChangeList(
      suiteChangeTitles.fewerAssertions,
      fewerAssertions.count,
      fewerAssertions.tests.map((test) => `${testName(test.testId, test)} ${fewerAssertionsText(test)}`),
    ),
    ...raisedLimits("raisedRetries", changes),
    ...raisedLimits("raisedTimeouts", changes),
    ...suiteChangeList(
      suiteChangeTitles.renamed,
      renamed.count,
      renamed.tests.map(({ before, after }) => `${testName(before.testId, before)} → ${testName(after.testId, after)}`),
    ),
  ];
  return lines.length === 0 ? [] : [withinLimit(lines, suiteChangeTokens)];
}

function raisedLimits(kind: "raisedRetries" | "raisedTimeouts", changes: SuiteChanges): string[] {
  return changes[kind].limits.slice(0, listedSuiteTests).map((limit) => {
    const { variant, test } = limit;
    const name = testName(test.testId, { ...test, variant: "" });
    return raisedText(kind, limit, { variant: variant === "" ? "" : fenced(variant, 60), name });
  });
}

function suiteChangeList(title: string, count: number, tests: readonly string[]): string[] {
  if (count === 0) return [];
  const listed = tests.slice(0, listedSuiteTests);
  const more = count - listed.length;
  return [
    `${title}, ${counted(count, "test")}:`,
    ...listed.map((text) => `- ${text}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

function lostTest(test: LostSuiteTest): string {
  const caught = caughtText(test);
  return `${testName(test.testId, test)}${caught === "" ? "" : `, ${caught}`}`;
}

async function comparedTest(
  call: ToolCall,
  [baseId, headId]: readonly [number, number],
  test: ComparedTest,
): Promise<string[]> {
  const { testId, kinds, base, head } = test;
  const located =
    head === null
      ? base && (await locateTest(call, baseId, base.resultId))
      : await locateTest(call, headId, head.resultId);
  const change = `: ${base?.status ?? "absent"} → ${head?.status ?? "absent"} (${kinds.join(", ")})`;
  return located === null ? [`${testName(testId, test)}${change}`] : listedTest(located, "", change);
}

/** Returns the latest complete run of the branch in the suite and environment of the head. */
async function latestOf({ api, projectId }: ToolCall, head: number, branch: string): Promise<number> {
  const { data: report } = await api.call(readReport, { params: { reportId: head } });
  const { testSuite: suite, environment } = report;
  const query = { projectId, branch, suite, environment, status: ["completed", "failed"], limit: 20 };
  const { data } = await api.call(listReports, { query });
  const base = data.find((run) => run.id !== head && run.partial == null);
  if (base === undefined)
    throw new ApiError("not_found", "This branch has no finished run of the suite and environment of the head.");
  return base.id;
}
