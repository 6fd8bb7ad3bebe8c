import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { JudgedRun } from "#runs/judged-run.ts";

/** A run that takes longer to count than a page to open … */
const largeFrom = 2000;
/** Delay, so that the uploader can open the report first. */
const openedMs = 1000;

/** Has runs that ended counted now: what is scheduled for the next minute comes sooner. */
export async function queueCounting(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  { report: { status, summary } }: JudgedRun,
): Promise<void> {
  if (status === "running") return;
  const scheduled = { projectId: null, target: "schedule", key: "schedule" };
  const now = clock();
  const dueAt = new Date(now.getTime() + (summary.total < largeFrom ? 0 : openedMs));
  await enqueue(db, { kind: "count-ended-runs", ...scheduled, data: {}, now, dueAt });
  bus.publish({ about: "jobs" });
}
