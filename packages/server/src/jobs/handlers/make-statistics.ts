import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { analyseGrown, analyseUnknown } from "#store/maintenance.ts";

/** Updates the statistics of tables after enough changes. */
export const makeStatistics = jobKind({
  name: "make-statistics",
  title: "Update database statistics",
  data: jobData["make-statistics"],
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run({ db }) {
    await analyseUnknown(db);
    await analyseGrown(db);
  },
});
