import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { sumUpMessages } from "#messages/sum-up.ts";

/** Sends the messages that stand for those held back. */
export const sumUpMessagesJob = jobKind({
  name: "sum-up-messages",
  title: "Sum up messages that were held back",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  run: (context, { signal }) => sumUpMessages(context, signal),
});
