import { jobKind } from "#jobs/job-kind.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { readTickets } from "#tickets/read-tickets.ts";

/** Reads the state of tickets from their trackers. */
export const readTicketsJob = jobKind({
  name: "read-tickets",
  title: "Read tickets from trackers",
  data: jobData["read-tickets"],
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  run: (context, { signal }) => readTickets(context, signal),
});
