import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import type { RunRef } from "#store/ingest/uploads.ts";
import { effectOfUploads } from "#store/runs/report-uploads.ts";
import { reportById } from "#store/runs/runs.ts";

/** Returns the run for the sender of an upload; `null` if it was deleted. */
export async function uploadedRun(
  context: Pick<Context, "db" | "publicUrl">,
  projectId: number,
  run: RunRef,
  uploadIds: readonly number[],
  problems: UploadedRun["problems"],
): Promise<UploadedRun | null> {
  const report = await reportById(context.db, projectId, run.id);
  if (report === null) return null;
  const { total, passed, failed, errored, skipped, flaky } = report.summary;
  const url = `${context.publicUrl()}/reports/${run.id}`;
  const counts = { total, passed, failed, errored, skipped, flaky };
  return {
    reportId: run.id,
    number: run.number,
    url,
    suite: report.testSuite,
    status: report.status,
    ...counts,
    partial: report.partial ?? null,
    effect: await effectOfUploads(context.db, projectId, uploadIds),
    problems,
  };
}
