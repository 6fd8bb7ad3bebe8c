import { fillExample } from "#ingest/sources/example/fill-example.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { projectById } from "#store/projects/projects.ts";

/** Fills a new project with example data. */
export const fillExampleJob = jobKind({
  name: "fill-example",
  title: "Fill a project with example data",
  data: jobData["fill-example"],
  concurrency: 1,
  maxAttempts: 3,
  async run(context, { projectId, signal }) {
    const project = projectId === null ? null : await projectById(context.backgroundDb, projectId);
    // It may have been removed.
    if (project !== null) await fillExample(context, project, signal);
  },
});
