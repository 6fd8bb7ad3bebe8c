import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { analyseResults } from "#store/maintenance.ts";

/** Of the tables that uploads fill, once enough of them is new. */
export const makeStatistics = jobKind({
  name: "make-statistics",
  title: "Make statistics of new results",
  data: z.object({}),
  atOnce: 1,
  mostAttempts: 3,
  run: ({ db }) => analyseResults(db),
});
