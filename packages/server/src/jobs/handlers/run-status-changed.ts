import { jobKind } from "#jobs/job-kind.ts";
import { parseSnapshot, runStatusData } from "#runs/run-status-event.ts";
import { processStatusChange } from "#senders/run-ended.ts";

export const runStatusChanged = jobKind({
  name: "run-judged",
  title: "Send webhooks and notifications for ended runs",
  data: runStatusData,
  concurrency: 3,
  maxAttempts: 8,
  async run(context, { projectId, data }) {
    const { run, ...change } = data;
    const report = parseSnapshot(run);
    // The run has been deleted.
    if (projectId === null || report === null) return;
    await processStatusChange(context, { ...change, projectId, report });
  },
});
