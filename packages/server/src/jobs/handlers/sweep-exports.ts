import { z } from "zod";
import { sweepExports } from "#exports/queue/sweep-exports.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Deletes expired exports, and files without an export. */
export const sweepExportsJob = jobKind({
  name: "sweep-exports",
  title: "Delete expired exports",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 600_000 },
  run: (context) => sweepExports(context, context.clock()),
});
