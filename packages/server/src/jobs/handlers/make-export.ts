import { failExport, makeExport } from "#exports/queue/make-export.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";

/**
 * At most two, because each takes a processor core and the server itself needs one. A failed export is not retried; it only runs again if the
 * server stopped.
 */
export const makeExportJob = jobKind({
  name: "make-export",
  title: "Create an export",
  data: jobData["make-export"],
  concurrency: 2,
  maxAttempts: 3,
  async run(context, { projectId, data: { exportId }, signal }) {
    if (projectId !== null) await makeExport(context, { projectId, exportId }, signal);
  },
  async onFailed(context, { exportId }, projectId, reason) {
    if (projectId !== null) await failExport(context, { projectId, exportId }, reason);
  },
});
