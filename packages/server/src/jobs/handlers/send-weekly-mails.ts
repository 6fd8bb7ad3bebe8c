import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { queueWeeklyMails } from "#senders/people/queue-weekly.ts";

/** Sends the weekly reports of projects on Monday morning. A stop only delays them. */
export const sendWeeklyMails = jobKind({
  name: "send-weekly-mails",
  title: "Send weekly reports",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 600_000 },
  pauseAfterClockStepMs: 600_000,
  run: (context, { signal }) => queueWeeklyMails(context, signal),
});
