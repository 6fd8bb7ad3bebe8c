import { rate } from "@plumb/contract/figures.ts";
import { splitSubject } from "@plumb/analysis/errors/error-subject.ts";
import { type FailureReason, readMetrics } from "@plumb/contract/runs/metrics.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import type { ResultIndex } from "#read-models/results/result-index.ts";
import { failureReasons, runDurations } from "#read-models/results/run-metrics.ts";
import { reportById } from "#store/runs/runs.ts";

export function metricsRoutes(api: Api<"db" | "resultIndex">): void {
  api.read(readMetrics, async ({ context: { db, resultIndex }, projectId, params: { reportId } }) => {
    const report = await reportById(db, projectId, reportId);
    if (report === null) throw new ApiError("not_found", "The requested report could not be found.");
    const { summary, environment, framework, metadata } = report;
    const { slowest, average, timed, browsers } = await runDurations(resultIndex, projectId, reportId);
    const { reasons, total } = await reasonsOf(resultIndex, projectId, reportId);
    return {
      data: {
        summary: { ...summary, averageDuration: average, timed },
        testDurations: slowest,
        failureReasons: reasons,
        failureReasonCount: total,
        environmentInfo: { name: environment, framework, metadata },
        browserStats: browsers,
        testRun: report,
      },
    };
  });
}

async function reasonsOf(
  index: ResultIndex,
  projectId: number,
  reportId: number,
): Promise<{ reasons: FailureReason[]; total: number }> {
  const { reasons, failures, total } = await failureReasons(index, projectId, reportId);
  return {
    reasons: reasons.map(({ signature, failed, errored, errorLine, resultId }) => {
      const { first, subject } = splitSubject(errorLine ?? "");
      return {
        signature,
        reason: first,
        subject,
        count: failed + errored,
        failed,
        errored,
        percentage: rate(failed + errored, failures) ?? 0,
        resultId,
      };
    }),
    total,
  };
}
