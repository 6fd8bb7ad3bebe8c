import { giveUpExport, makeExport } from "#exports/queue/make-export.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Each takes a processor, and the server needs one for itself. What fails is the export's own: only a stop tries it again. */
export const makeExportJob = jobKind({
  name: "make-export",
  title: "Make an export",
  data: jobData["make-export"],
  atOnce: 2,
  mostAttempts: 3,
  async run(context, { projectId, data: { exportId }, signal }) {
    if (projectId !== null) await makeExport(context, { projectId, exportId }, signal);
  },
  async gaveUp(context, { exportId }, projectId, reason) {
    if (projectId !== null) await giveUpExport(context, { projectId, exportId }, reason);
  },
});
