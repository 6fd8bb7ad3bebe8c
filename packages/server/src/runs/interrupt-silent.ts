import type { Context } from "#core/context.ts";
import { announceJudged } from "#runs/announce-judged.ts";
import { timeSilentSources } from "#store/ingest/silent-sources.ts";
import { judged } from "#store/runs/judged.ts";
import { silentRuns } from "#store/runs/runs.ts";

/** Maximum number of runs per transaction, because all of them stay locked until it ends. */
const atOnce = 50;

/** Ends runs that expect more data but have received none since `silentSince`. */
export async function interruptSilent(
  context: Pick<Context, "db" | "bus" | "clock">,
  silentSince: Date,
  signal: AbortSignal,
): Promise<void> {
  const silence = `No events for ${inWords(context.clock().getTime() - silentSince.getTime())}.`;
  let found = atOnce;
  while (found === atOnce && !signal.aborted) {
    const judgements = await context.db.transaction().execute(async (transaction) => {
      const now = context.clock();
      const runs = await silentRuns(transaction, silentSince, atOnce);
      const all = [];
      for (const run of runs) {
        await timeSilentSources(transaction, run, { reason: `${silence} What came is kept.`, now });
        all.push(await judged(transaction, { ...run, now, silent: true, silence }));
      }
      return all;
    });
    announceJudged(context, judgements);
    for (const projectId of new Set(judgements.map((judgement) => judgement.projectId)))
      context.bus.publish({ about: "uploads", projectId });
    found = judgements.length;
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes <= 1 ? "a minute" : `${minutes.toLocaleString("en")} minutes`;
}
