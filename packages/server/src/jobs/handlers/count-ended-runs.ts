import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { analyseUnknown } from "#store/maintenance.ts";
import { judgedAfterMs, queueJudgingTests } from "#tests/queue-judging-tests.ts";
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
    // Locked runs come last, but not a minute later: grouping and notifications run at the same time as counting.
    for (let isLeft = false; !signal.aborted;) {
      const next = await nextToCount(context.backgroundDb);
      if (next === null) return;
      await analyseUnknown(context.backgroundDb);
      // Runs are counted by owner too, and those of new tests are not known yet.
      await assignStaleOwners({ db: context.backgroundDb, threads: context.threads }, next, signal);
      const { projectId } = await countBatch(context.backgroundDb, atOnce, {
        held: isLeft ? "waited for" : "passed over",
        now: context.clock(),
        signal,
      });
      isLeft = projectId === null;
      if (projectId === null) continue;
      await queueJudgingTests(context, projectId, judgedAfterMs.ended);
      context.bus.publish({ about: "trends", projectId });
    }
  },
});
