import type { Context } from "#core/context.ts";
import { enqueue } from "#jobs/enqueue.ts";

/** Has the tests of a project judged of which something new is known, once for all that wait. */
export async function queueJudgingTests(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
): Promise<void> {
  const [target, now] = [`project ${projectId}`, clock()];
  await enqueue(db, { kind: "judge-tests", projectId, target, key: String(projectId), data: {}, now });
  bus.publish({ about: "jobs" });
}
