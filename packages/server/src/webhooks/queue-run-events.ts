import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import type { WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import type { Context } from "#core/context.ts";
import type { Db } from "#store/db.ts";
import { projectById } from "#store/projects/projects.ts";
import { reportById } from "#store/runs/runs.ts";
import { queueDeliveries, wantedEvents } from "#store/integrations/webhook-deliveries.ts";
import { bodyText, runTold } from "#webhooks/body.ts";

/** Runs that started earlier are history that somebody imports, as for notifications. */
const newsMs = 86_400_000;

/**
 * Notes, in the transaction that judges a run, what its webhooks are to be told: both are kept or neither. It costs one
 * short query where nobody listens. Which failures are new is left to whoever delivers.
 */
export async function queueRunEvents(
  transaction: Db,
  { clock, publicUrl }: Pick<Context, "clock" | "publicUrl">,
  { projectId, runId, status }: { projectId: number; runId: number; status: RunStatus },
): Promise<void> {
  if (status === "running") return;
  const wanted = await wantedEvents(transaction, projectId, eventsOf(status));
  if (wanted.length === 0) return;
  const now = clock();
  const report = await reportById(transaction, projectId, runId);
  const project = await projectById(transaction, projectId);
  if (report === null || project === null) return;
  if (now.getTime() - Date.parse(report.startTime) > newsMs) return;
  const failures = report.summary.failed + report.summary.errored;
  const createdAt = now.toISOString();
  const about = { createdAt, project: { id: project.id, name: project.name }, run: runTold(report, publicUrl()) };
  for (const event of wanted) {
    if (event === "failure.new" && failures === 0) continue;
    const body = event === "failure.new" ? null : bodyText({ event, ...about });
    await queueDeliveries(transaction, { projectId, runId, event, body, now });
  }
}

function eventsOf(status: RunStatus): WebhookEvent[] {
  return status === "failed" ? ["run.finished", "run.failed", "failure.new"] : ["run.finished", "failure.new"];
}
