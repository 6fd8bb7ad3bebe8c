import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { RunStatusEvent } from "#runs/run-status-event.ts";

/**
 * Queues the collection of a run's failures. One job handles all pending status changes. Returns false if the run needs none.
 *
 * @param sends Whether rule messages are queued afterwards.
 */
export async function queueFailureCollection(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  { projectId, runId, changeNumber, report: { status, summary } }: RunStatusEvent,
  sends: boolean,
): Promise<boolean> {
  if (status === "running") return false;
  // Only the first status change can be skipped: later on, failures may have to be removed.
  if (changeNumber === 1 && summary.failed + summary.errored + summary.flaky === 0) return false;
  await enqueue(db, {
    kind: "gather-failures",
    projectId,
    target: `project ${projectId}`,
    // A job that was queued while the run was running would not send messages.
    key: `ended ${runId}`,
    data: { runId, sends },
    now: clock(),
  });
  bus.publish({ about: "jobs" });
  return true;
}
