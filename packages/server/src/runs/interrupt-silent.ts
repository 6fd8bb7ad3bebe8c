import type { Context } from "#core/context.ts";
import { announceStatusChanges } from "./announce-status-changes.ts";
import { timeSilentSources } from "#store/ingest/silent-sources.ts";
import { updateRunStatus } from "#runs/status/update-run-status.ts";
import { silentRuns } from "#store/runs/runs.ts";

/** Maximum number of runs per transaction, because all of them stay locked until it ends. */
const atOnce = 50;

/** Ends runs that expect more data but have received none since `silentSince`. */
export async function interruptSilent(
  context: Pick<Context, "db" | "bus" | "clock">,
  silentSince: Date,
  signal: AbortSignal,
): Promise<void> {
  const silence = `No events for ${asText(context.clock().getTime() - silentSince.getTime())}.`;
  let found = atOnce;
  while (found === atOnce && !signal.aborted) {
    const statusChanges = await context.db.transaction().execute(async (transaction) => {
      const now = context.clock();
      const runs = await silentRuns(transaction, silentSince, atOnce);
      const all = [];
      for (const run of runs) {
        await timeSilentSources(transaction, run, { reason: `${silence} The results received so far are kept.`, now });
        all.push(await updateRunStatus(transaction, { ...run, now, silent: true, silence }));
      }
      return all;
    });
    announceStatusChanges(context, statusChanges);
    for (const projectId of new Set(statusChanges.map((change) => change.projectId)))
      context.bus.publish({ about: "uploads", projectId });
    found = statusChanges.length;
  }
}

function asText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes <= 1 ? "a minute" : `${minutes.toLocaleString("en")} minutes`;
}
