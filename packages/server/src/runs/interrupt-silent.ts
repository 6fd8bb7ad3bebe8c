import type { Context } from "#core/context.ts";
import { announceJudged } from "#runs/announce-judged.ts";
import { judged } from "#store/runs/judged.ts";
import { silentRuns } from "#store/runs/runs.ts";

/** Each judgement is short, but all of a turn are one transaction. */
const atOnce = 50;

/** Ends runs that wait for something of which nothing was heard since `silentSince`. */
export async function interruptSilent(
  context: Pick<Context, "db" | "bus" | "clock">,
  silentSince: Date,
  signal: AbortSignal,
): Promise<void> {
  let found = atOnce;
  while (found === atOnce && !signal.aborted) {
    const judgements = await context.db.transaction().execute(async (transaction) => {
      const now = context.clock();
      const runs = await silentRuns(transaction, silentSince, atOnce);
      const all = [];
      for (const run of runs) all.push(await judged(transaction, { ...run, now, silent: true }));
      return all;
    });
    announceJudged(context, judgements);
    found = judgements.length;
  }
}
