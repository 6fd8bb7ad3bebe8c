import { limits } from "@plumb/formats/limits.ts";
import { storable } from "#core/text.ts";
import { completeLiveRun } from "#ingest/sources/live/complete-run.ts";
import type { Operation } from "./launch-state.ts";
import type { ItemFields } from "#ingest/sources/reportportal/items/item.ts";
import { applyOperations, type LaunchContext } from "./apply-operations.ts";
import type { Context } from "#core/context.ts";
import { addLiveProblems } from "#store/ingest/live-facts.ts";
import { moveWaiting } from "#store/ingest/live-waiting.ts";
import { redTests } from "#store/ingest/recorded-tests.ts";
import { forgetItems, openItems } from "#store/ingest/reportportal-items.ts";
import { sourceOfLaunch } from "#store/ingest/reportportal-launches.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { holdRuns } from "#store/runs/hold-runs.ts";

export type FinishContext = LaunchContext & Pick<Context, "publicUrl">;

/** End of a launch. */
export interface LaunchEnd {
  /** Unix milliseconds; `null` if unknown. */
  readonly endedAt: number | null;
  /** True if its agent reported it as failed. */
  readonly failed: boolean;
  /** Reason of the interruption; `null` if it was completed. */
  readonly interruption: string | null;
}

/** Completes a launch. Can be repeated after an interruption. */
export async function finishSource(
  context: FinishContext,
  projectId: number,
  launchKey: string,
  end: LaunchEnd,
): Promise<void> {
  const found = await sourceOfLaunch(context.db, projectId, launchKey);
  if (found === null || found.source.state === "ended") return;
  const { target, startedAt } = found.source;
  await closeOpen(context, projectId, launchKey, end);
  await inTransaction(context.db, async (transaction) => {
    await holdRuns(transaction, projectId, [target.runId]);
    const durationMs =
      end.endedAt === null || startedAt === null ? null : Math.max(0, end.endedAt - startedAt.getTime());
    const endOfSource = { target, frameworkVersion: null, durationMs, tests: 0, bytes: 0 };
    await moveWaiting(transaction, projectId, [endOfSource], [], []);
    if (!end.failed || (await redTests(transaction, target)) > 0) return;
    const reason = "The agent reported the launch as failed, but none of its tests failed.";
    await addLiveProblems(
      transaction,
      target,
      [{ severity: "error", file: null, line: null, reason }],
      limits.problemsPerReport,
    );
  });
  const latest = await sourceOfLaunch(context.db, projectId, launchKey);
  if (latest === null) return;
  const { source } = latest;
  await completeLiveRun(context, source, {
    source: source.target.sourceId,
    batches: source.lastBatch,
    ...(end.interruption !== null && { interrupted: { reason: storable(end.interruption) } }),
  });
  await forgetItems(context.db, target);
}

/** Ends unfinished items: started tests are errors, or skipped if the launch was stopped. */
async function closeOpen(
  context: LaunchContext,
  projectId: number,
  launchKey: string,
  { endedAt, interruption }: LaunchEnd,
): Promise<void> {
  for (;;) {
    const found = await sourceOfLaunch(context.db, projectId, launchKey);
    if (found === null || found.source.state === "ended") return;
    const open = await openItems<ItemFields>(context.db, found.source.target, limits.reportportalCallsAtOnce);
    if (open.length === 0) return;
    const operations = open.map(({ uuid, isParent, kind, said: endOfSource }): Operation => {
      const isContainer = isParent || endOfSource.type === "suite" || endOfSource.type === "story";
      const broken = kind === "item" && !isContainer;
      const message = interruption === null ? "It started but never finished" : `Interrupted: ${interruption}`;
      return {
        kind: "finish",
        uuid,
        body: {
          endTime: endedAt ?? endOfSource.startedAt,
          status: broken || kind === "step" ? (interruption === null ? "interrupted" : "stopped") : undefined,
          description: undefined,
          attributes: undefined,
          testCaseId: undefined,
          retry: undefined,
          issue: undefined,
          ...(broken && { brokeOff: message }),
        },
      };
    });
    await applyOperations(context, projectId, launchKey, operations);
  }
}
