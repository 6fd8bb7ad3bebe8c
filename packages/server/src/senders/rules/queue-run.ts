import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { listeningRules } from "#store/notification-rules/rules.ts";

/** Queues the job that sends messages about an ended run. Without rules, this takes one short query. */
export async function queueRunForMessages(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  { projectId, runId }: { projectId: number; runId: number },
): Promise<void> {
  if ((await listeningRules(db, projectId)).length === 0) return;
  const key = String(runId);
  await enqueue(db, {
    kind: "send-run-messages",
    projectId,
    target: `project ${projectId}`,
    key,
    data: { runId },
    now: clock(),
  });
  bus.publish({ about: "jobs" });
}
