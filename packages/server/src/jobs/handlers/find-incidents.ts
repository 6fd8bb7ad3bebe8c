import { reviewIncidents } from "#failures/note-incidents.ts";
import { jobData } from "#jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";

/** Looks at the incidents of the last days again, after somebody said what failures are. */
export const findIncidentsJob = jobKind({
  name: "find-incidents",
  title: "Find incidents again",
  data: jobData["find-incidents"],
  atOnce: 1,
  mostAttempts: 8,
  async run(context, { projectId }) {
    if (projectId === null) return;
    await reviewIncidents(context, projectId);
    // What is part of an incident now, or no longer, says something else of its tests.
    await queueJudgingTests(context, projectId);
    context.bus.publish({ about: "failures", projectId });
  },
});
