import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";

/**
 * Delay from new results until tests are evaluated, once for all: that reads the failures of a whole day and tests
 * of many runs. Running runs have a longer delay.
 */
export const judgedAfterMs = { ended: 1000, running: 10_000 };

/** Has the tests of a project judged of which something new is known, once for all that wait. */
export async function queueJudgingTests(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
  afterMs = 0,
): Promise<void> {
  const [target, now] = [`project ${projectId}`, clock()];
  const dueAt = new Date(now.getTime() + afterMs);
  await enqueue(db, { kind: "judge-tests", projectId, target, key: String(projectId), data: {}, now, dueAt });
  bus.publish({ about: "jobs" });
}
