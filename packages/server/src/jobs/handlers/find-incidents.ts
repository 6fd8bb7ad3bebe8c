import { z } from "zod";
import { reviewIncidents } from "#failures/note-incidents.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Looks at the incidents of the last days again, after somebody said what failures are. */
export const findIncidentsJob = jobKind({
  name: "find-incidents",
  title: "Find incidents again",
  data: z.object({}),
  atOnce: 1,
  mostAttempts: 8,
  async run(context, { projectId }) {
    if (projectId === null) return;
    await reviewIncidents(context, projectId);
    context.bus.publish({ about: "failures", projectId });
  },
});
