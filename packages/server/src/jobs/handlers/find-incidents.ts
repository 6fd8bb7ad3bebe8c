import { reviewIncidents } from "#failures/update-incidents.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

/** Searches the last days for incidents again, after a decision. */
export const findIncidentsJob = jobKind({
  name: "find-incidents",
  title: "Recompute incidents",
  data: jobData["find-incidents"],
  concurrency: 1,
  maxAttempts: 8,
  async run(context, { projectId }) {
    if (projectId === null) return;
    await reviewIncidents(context, projectId);
    // Updates the states of tests whose failures were added to or removed from an incident.
    await queueTestEvaluation(context, projectId);
    context.bus.publish({ about: "failures", projectId });
  },
});
