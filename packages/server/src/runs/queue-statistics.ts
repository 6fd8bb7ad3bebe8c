import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";

/** Has statistics made of what is new in so many milliseconds. Whether enough is new is seen then. */
export async function queueStatistics({ db, clock }: Pick<Context, "clock" | "db">, afterMs: number): Promise<void> {
  const now = clock();
  const dueAt = new Date(now.getTime() + afterMs);
  await enqueue(db, { kind: "make-statistics", projectId: null, key: "results", data: {}, now, dueAt });
}
