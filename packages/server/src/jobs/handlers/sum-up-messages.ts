import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { queueProjectMessages } from "#senders/rules/queue-messages.ts";
import { sumUpMessages } from "#senders/rules/sum-up.ts";

/** Sends messages about tests and incidents, and those that stand for messages held back. */
export const sumUpMessagesJob = jobKind({
  name: "sum-up-messages",
  title: "Send messages about tests and incidents",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run(context, { signal }) {
    await queueProjectMessages(context, signal);
    await sumUpMessages(context, signal);
  },
});
