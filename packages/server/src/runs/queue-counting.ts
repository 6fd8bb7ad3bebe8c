import type { Context } from "#core/context.ts";
import { enqueue } from "#jobs/enqueue.ts";
import type { JudgedRun } from "#runs/judged-run.ts";

/** Has runs that ended counted now: what is scheduled for the next minute comes sooner. */
export async function queueCounting(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  { report: { status } }: JudgedRun,
): Promise<void> {
  if (status === "running") return;
  const scheduled = { projectId: null, target: "schedule", key: "schedule" };
  await enqueue(db, { kind: "count-ended-runs", ...scheduled, data: {}, now: clock() });
  bus.publish({ about: "jobs" });
}
