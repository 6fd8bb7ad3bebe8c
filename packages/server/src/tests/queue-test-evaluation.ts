import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";

/**
 * Delay between new results and the update of test states, so that many runs share one update, which reads the failures of a whole day. Longer for
 * running runs.
 */
export const evaluationDelayMs = { ended: 1000, running: 10_000 };

/** Queues a state update for the changed tests. One job handles all pending changes. */
export async function queueTestEvaluation(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
  afterMs = 0,
): Promise<void> {
  const [target, now] = [`project ${projectId}`, clock()];
  const dueAt = new Date(now.getTime() + afterMs);
  await enqueue(db, { kind: "judge-tests", projectId, target, key: String(projectId), data: {}, now, dueAt });
  bus.publish({ about: "jobs" });
}
