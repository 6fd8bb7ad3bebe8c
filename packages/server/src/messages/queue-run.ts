import type { Context } from "#core/context.ts";
import type { RunStatusEvent } from "#runs/run-status-event.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { listeningRules } from "#store/notification-rules/rules.ts";

/** Queues the job that sends messages about an ended run. Without rules, this takes one short query. */
export async function queueRunForMessages(
  { db, clock }: Pick<Context, "clock" | "db">,
  { projectId, runId }: RunStatusEvent,
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
}
