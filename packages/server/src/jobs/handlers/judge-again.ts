import { z } from "zod";
import { judgeAgain } from "#failures/rules/judge-again.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Follows a change of a project's rules. */
export const judgeAgainJob = jobKind({
  name: "judge-again",
  title: "Judge a project's failures by its rules",
  data: z.object({}),
  atOnce: 1,
  mostAttempts: 5,
  async run(context, { projectId, signal }) {
    if (projectId !== null) await judgeAgain(context, projectId, signal);
  },
});
