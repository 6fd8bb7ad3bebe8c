import { analyzeFailures, analyzeInBackground, readAnalysis } from "@plumb/contract/runs/insights.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#core/failure.ts";
import type { Db } from "#store/db.ts";
import { reportById } from "#store/runs/runs.ts";

export function insightRoutes(api: Api<"db">): void {
  api.route(readAnalysis, async ({ context, projectId, params }) => ({
    data: null,
    failures: await failuresOf(context.db, projectId, params.reportId),
  }));

  api.route(analyzeFailures, async ({ context, projectId, params }) => {
    throw refusal(await failuresOf(context.db, projectId, params.reportId));
  });

  api.route(analyzeInBackground, async ({ context, projectId, params }) => {
    throw refusal(await failuresOf(context.db, projectId, params.reportId));
  });
}

async function failuresOf(db: Db, projectId: number, reportId: number): Promise<number> {
  const report = await reportById(db, projectId, reportId);
  if (report === null) throw new Failure("not_found", "The requested report could not be found.");
  return report.summary.failed + report.summary.errored;
}

function refusal(failures: number): Failure {
  return failures === 0
    ? new Failure("conflict", "No test in this report failed, so there is nothing to analyze.")
    : new Failure(
        "conflict",
        "This server has no failure analysis set up yet, so nothing was analyzed. The report is unchanged: failures are grouped by cause under Test Results.",
      );
}
