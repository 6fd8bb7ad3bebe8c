import { compareReports } from "@plumb/contract/runs/compare.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import { fenced, withinLimit } from "./fenced.ts";
import { runLine } from "./run-line.ts";
import { tool, type ToolCall } from "./tool.ts";

const id = z.number().int().positive();

export const compareRuns = tool({
  name: "compare_runs",
  title: "Compare two runs",
  description:
    "Compares a run (the head) test by test with an earlier run, or with the latest finished run of a branch in the same suite and environment: new failures, fixed, still failing, flaky.",
  input: z.object({
    head_run_id: id,
    base: z.string().trim().min(1).max(300).optional().describe("Name of the base branch, such as main"),
    base_run_id: id.optional().describe("Instead of base"),
  }),
  async run(call, { head_run_id: head, base: branch, base_run_id: input }) {
    if ((branch === undefined) === (input === undefined))
      throw new ApiError("invalid", "Give either base, the name of a branch, or base_run_id.");
    const base = input ?? (await latestOf(call, head, branch ?? ""));
    const { data } = await call.api.call(compareReports, { body: { reportIds: [base, head], limit: 20 } });
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
