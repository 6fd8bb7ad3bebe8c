import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { queueDailyMails } from "#senders/people/queue-daily.ts";

/** Sends each user a mail with their unread notifications in the morning. A stop only delays it. */
export const sendDailyMails = jobKind({
  name: "send-daily-mails",
  title: "Send daily emails",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 600_000 },
  pauseAfterClockStepMs: 600_000,
  run: (context, { signal }) => queueDailyMails(context, signal),
});
