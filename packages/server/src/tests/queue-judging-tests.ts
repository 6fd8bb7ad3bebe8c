import type { Context } from "#core/context.ts";
import { enqueue } from "#jobs/enqueue.ts";

/**
 * From what runs bring until tests are judged by it, once for all that comes meanwhile: that looks at the failures of a whole day and
 * at tests that many runs have in common. What goes on brings more soon.
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
