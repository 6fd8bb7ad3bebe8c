import { jobKind } from "#jobs/job-kind.ts";
import { queueRunMessages } from "#messages/queue-messages.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { isBeingCollected } from "#store/notification-rules/run-facts.ts";

/** Waits until the failures of a run are collected. */
const pauseMs = 500;

/** Queues the messages of notification rules about an ended run. */
export const sendRunMessages = jobKind({
  name: "send-run-messages",
  title: "Send messages about a report",
  data: jobData["send-run-messages"],
  concurrency: 3,
  maxAttempts: 8,
  async run(context, { projectId, data: { runId } }) {
    if (projectId === null) return undefined;
    if (await isBeingCollected(context.db, projectId, runId))
      return { againAt: new Date(context.clock().getTime() + pauseMs) };
    await queueRunMessages(context, { projectId, runId });
    return undefined;
  },
});
