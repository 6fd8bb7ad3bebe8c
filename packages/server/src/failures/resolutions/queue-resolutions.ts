import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { Db } from "#store/db.ts";

/** Delay after new results, so that many runs share one search. */
const delayMs = 5000;

/** Queues the search for what resolved the causes of a project, once for all waiting changes. */
export async function queueResolutions(
  { db, clock }: { readonly db: Db; readonly clock: Context["clock"] },
  projectId: number,
  afterMs = delayMs,
): Promise<void> {
  const [target, now] = [`project ${projectId}`, clock()];
  const dueAt = new Date(now.getTime() + afterMs);
  await enqueue(db, { kind: "find-resolutions", projectId, target, key: String(projectId), data: {}, now, dueAt });
}
