import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";

/** Schedules statistics for new rows after this many milliseconds. The job checks whether there are enough new rows. */
export async function queueStatistics({ db, clock }: Pick<Context, "clock" | "db">, afterMs: number): Promise<void> {
  const now = clock();
  const dueAt = new Date(now.getTime() + afterMs);
  await enqueue(db, { kind: "make-statistics", projectId: null, key: "results", data: {}, now, dueAt });
}
