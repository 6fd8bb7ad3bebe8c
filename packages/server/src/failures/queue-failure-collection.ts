import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { RunStatusEvent } from "#runs/run-status-event.ts";

/** Queues the collection of a run's failures, once for all waiting status changes. */
export async function queueFailureCollection(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  { projectId, runId, changeNumber, report: { status, summary } }: RunStatusEvent,
): Promise<void> {
  if (status === "running") return;
  // Only the first status change can be skipped: later on, failures may have to be removed.
  if (changeNumber === 1 && summary.failed + summary.errored + summary.flaky === 0) return;
  const [key, now] = [String(runId), clock()];
  await enqueue(db, { kind: "gather-failures", projectId, target: `project ${projectId}`, key, data: { runId }, now });
  bus.publish({ about: "jobs" });
}
