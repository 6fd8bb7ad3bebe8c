import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { analyseResults, analyseUnknown } from "#store/maintenance.ts";

/** Updates the statistics of tables that uploads and live runs fill, after enough changes. */
export const makeStatistics = jobKind({
  name: "make-statistics",
  title: "Update database statistics of new results",
  data: jobData["make-statistics"],
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run({ db }) {
    await analyseUnknown(db);
    await analyseResults(db);
  },
});
