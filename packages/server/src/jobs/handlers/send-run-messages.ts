import { jobKind } from "#jobs/job-kind.ts";
import { queueRunMessages } from "#senders/rules/queue-messages.ts";
import { jobData } from "#store/jobs/job-data.ts";

/** Queues the messages of notification rules about an ended run whose failures are collected. */
export const sendRunMessages = jobKind({
  name: "send-run-messages",
  title: "Send messages about a report",
  data: jobData["send-run-messages"],
  concurrency: 3,
  maxAttempts: 8,
  async run(context, { projectId, data: { runId } }) {
    if (projectId !== null) await queueRunMessages(context, { projectId, runId });
  },
});
