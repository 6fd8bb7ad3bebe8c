import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Context } from "#core/context.ts";
import type { PullRequestOperation } from "./code-host-handler.ts";
import type { RunStatusEvent } from "#runs/run-status-event.ts";
import { bindingsOf } from "#store/integrations/bindings.ts";

/** Queues the comment and the status for a pull request's run that ended, once per status change, for each connection to a code host. */
export async function queueRunForPullRequest(
  { db, clock, publicUrl }: Pick<Context, "clock" | "db" | "publicUrl">,
  { projectId, runId, changeNumber, report }: RunStatusEvent,
): Promise<void> {
  const { pullRequest, commit } = report;
  if (pullRequest === null || commit === null) return;
  // Both become part of a URL.
  if (!/^\d{1,15}$/.test(pullRequest) || !/^[0-9a-f]{7,64}$/.test(commit)) return;
  const bindings = (await bindingsOf(db, projectId)).filter(({ offer, enabled }) => offer === "code-host" && enabled);
  const content: PullRequestOperation = { runId, pullRequest, commit, publicUrl: publicUrl() };
  const key = `pull-request:${runId}:${changeNumber}`;
  for (const binding of bindings)
    await db
      .transaction()
      .execute((transaction) =>
        queueForBinding(transaction, binding, { event: "pull-request", key, runId, content, now: clock() }),
      );
}
