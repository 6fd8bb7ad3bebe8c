import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";

/** Ends runs that have received no events for the configured time. */
export const interruptSilentRuns = jobKind({
  name: "interrupt-silent-runs",
  title: "End inactive runs",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  run: (context, { signal }) =>
    interruptSilent(context, new Date(context.clock().getTime() - context.config.runTimeoutMs), signal),
});
