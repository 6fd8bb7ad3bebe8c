import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { forgetSomeLive } from "#store/ingest/live-tests.ts";

/** Deletes temporary data of a large completed live source. */
export const forgetLiveSource = jobKind({
  name: "forget-live-source",
  title: "Clean up after a live run",
  data: jobData["forget-live-source"],
  concurrency: 1,
  maxAttempts: 8,
  async run({ backgroundDb }, { projectId, data, signal }) {
    if (projectId === null) return;
    const { runId, uploadId: sourceId } = data;
    while (!(await forgetSomeLive(backgroundDb, { projectId, runId, sourceId }))) signal.throwIfAborted();
  },
});
