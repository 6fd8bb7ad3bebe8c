import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { removeProjectContents } from "#jobs/remove-project-contents.ts";

/** Time to wait for running uploads. */
const laterMs = 10_000;

/** Deletes the data of a hidden project. */
export const deleteProject = jobKind({
  name: "delete-project",
  title: "Delete a project",
  data: jobData["delete-project"],
  concurrency: 1,
  maxAttempts: 20,
  async run(context, { data: { projectId }, signal }) {
    const left = await removeProjectContents(context, projectId, signal);
    return left ? { againAt: new Date(context.clock().getTime() + laterMs) } : undefined;
  },
});
