import { jobData } from "#jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";
import { assignStaleOwners } from "#tests/assign-owners.ts";
import { countEndedRuns as countBatch, nextToCount } from "#store/trends/count-runs.ts";

/** Runs of one transaction, at most. */
const atOnce = 200;

/** Adds runs that have ended to the counters of their days, series and tests. */
export const countEndedRuns = jobKind({
  name: "count-ended-runs",
  title: "Count ended runs by day",
  data: jobData["count-ended-runs"],
  atOnce: 1,
  mostAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run(context, { signal }) {
    while (!signal.aborted) {
      const next = await nextToCount(context.backgroundDb);
      // Runs are counted by owner too, and those of new tests are not known yet.
      if (next !== null) await assignStaleOwners(context.backgroundDb, next, signal);
      const { projectId } = await countBatch(context.backgroundDb, atOnce, signal);
      if (projectId === null) return;
      await queueJudgingTests(context, projectId);
      context.bus.publish({ about: "trends", projectId });
    }
  },
});
