import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { RunStatusEvent } from "./run-status-event.ts";

/** Number of tests above which counting takes longer than opening the report. */
const largeFrom = 2000;
/** Delay in milliseconds for such runs, so that the uploader can open the report first. */
const openedMs = 1000;

/** Starts the scheduled counting of ended runs now instead of at the next minute. */
export async function queueCounting(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  { report: { status, summary } }: RunStatusEvent,
): Promise<void> {
  if (status === "running") return;
  const scheduled = { projectId: null, target: "schedule", key: "schedule" };
  const now = clock();
  const dueAt = new Date(now.getTime() + (summary.total < largeFrom ? 0 : openedMs));
  await enqueue(db, { kind: "count-ended-runs", ...scheduled, data: {}, now, dueAt });
  bus.publish({ about: "jobs" });
}
