import { jobKind } from "#jobs/job-kind.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { parseSnapshot, runStatusData } from "#runs/run-status-event.ts";
import { processStatusChange } from "#senders/run-ended.ts";

/** Later than this, the server that changed the status may have died before it notified open pages. */
const lateMs = 1000;

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
    if (context.clock().getTime() - change.changedAt.getTime() > lateMs)
      announceStatusChanges(context, [{ projectId, runId: change.runId, status: report.status }]);
    await processStatusChange(context, { ...change, projectId, report });
  },
});
