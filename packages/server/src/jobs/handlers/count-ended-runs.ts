import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { analyseUnknown } from "#store/maintenance.ts";
import { evaluationDelayMs, queueTestEvaluation } from "#tests/queue-test-evaluation.ts";
import { assignStaleOwners } from "#tests/assign-owners.ts";
import {
  countEndedRuns as countBatch,
  embeddedSizes,
  nextToCount,
  postgresSizes,
} from "#runs/counting/count-ended-runs.ts";

/** Maximum number of runs per transaction. */
const atOnce = 200;

/** Adds ended runs to the counters of their days, series and tests. */
export const countEndedRuns = jobKind({
  name: "count-ended-runs",
  title: "Count ended runs by day",
  data: jobData["count-ended-runs"],
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run(context, { signal }) {
    // Locked runs are counted last, but in the same job: causes and notifications lock them while counting is running.
    for (let isLeft = false; !signal.aborted;) {
      const next = await nextToCount(context.backgroundDb);
      if (next === null) return;
      await analyseUnknown(context.backgroundDb);
      // Runs are also counted per owner, so new tests must have owners first.
      await assignStaleOwners({ db: context.backgroundDb, threads: context.threads }, next, signal);
      const { projectId, delays } = await countBatch(context.backgroundDb, atOnce, {
        held: isLeft ? "waited for" : "passed over",
        now: context.clock(),
        sizes: context.embedded ? embeddedSizes : postgresSizes,
        signal,
      });
      for (const seconds of delays) context.metrics.countDelay.observe(seconds);
      isLeft = projectId === null;
      if (projectId === null) continue;
      await queueTestEvaluation(context, projectId, evaluationDelayMs.ended);
      context.bus.publish({ about: "trends", projectId });
    }
  },
});
