import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { analyseTables } from "#store/maintenance.ts";

/** PostgreSQL servers vacuum in the background; the embedded database has no background processes. */
export const vacuum = jobKind({
  name: "vacuum",
  title: "Clean up the database",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 600_000 },
  isEnabled: ({ embedded }) => embedded,
  run: ({ db }) => analyseTables(db),
});
