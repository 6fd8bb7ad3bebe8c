import { z } from "zod";
import { checkFiles } from "#files/blobs/check-files.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Deletes stored files that the database does not know, and logs those that are missing. */
export const checkFilesJob = jobKind({
  name: "check-files",
  title: "Compare stored files with the database",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 6 * 3_600_000 },
  // With a wrong date, files of running uploads would look old.
  pauseAfterClockStepMs: 3_600_000,
  run: (context, { signal }) => checkFiles(context, () => signal.aborted),
});
