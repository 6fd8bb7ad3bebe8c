import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { queueReadings, readTickets } from "#tickets/read-tickets.ts";

/** Queues a job for each connection whose tickets are due. */
export const readTicketsJob = jobKind({
  name: "read-tickets",
  title: "Find tickets to read from trackers",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  run: (context) => queueReadings(context),
});

/** Reads the tickets of one connection. */
export const readConnectionTickets = jobKind({
  name: "read-connection-tickets",
  title: "Read tickets from a tracker",
  data: jobData["read-connection-tickets"],
  // High, because each job mostly waits for a response.
  concurrency: 32,
  maxAttempts: 3,
  async run(context, { projectId, data: { bindingId }, signal }) {
    if (projectId !== null) await readTickets(context, { projectId, bindingId }, signal);
  },
});
