import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { countEndedRuns as countBatch } from "#store/runs/run-totals.ts";

/** A batch is short, so that the embedded database serves others in between. */
const atOnce = 200;

/** Adds runs that have ended to the totals of their days. */
export const countEndedRuns = jobKind({
  name: "count-ended-runs",
  title: "Count ended runs by day",
  data: z.object({}),
  atOnce: 1,
  mostAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run({ db }, { signal }) {
    let counted = atOnce;
    while (counted === atOnce && !signal.aborted) counted = await countBatch(db, atOnce);
  },
});
