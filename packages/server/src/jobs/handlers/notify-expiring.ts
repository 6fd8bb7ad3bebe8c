import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { notifyExpiring } from "#senders/expiry/notify-expiring.ts";

/** Notifies administrators and project leads of credentials that expire. A stop only delays it. */
export const notifyExpiringJob = jobKind({
  name: "notify-expiring",
  title: "Check when credentials expire",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { dailyAt: "06:20" },
  // After a jump of the clock, valid credentials would count as expired.
  pauseAfterClockStepMs: 3_600_000,
  run: (context, { signal }) => notifyExpiring(context, signal),
});
