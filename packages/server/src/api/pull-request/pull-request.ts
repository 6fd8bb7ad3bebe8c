import { readPullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { summarizeRuns } from "#failures/pull-request/summarize.ts";
import { gateRuns } from "#store/runs/gate.ts";
import { projectById } from "#store/projects/projects.ts";

export function pullRequestRoutes(api: Api<"db" | "publicUrl">): void {
  api.route(readPullRequestSummary, async ({ context, projectId, query, now }) => {
    const { db } = context;
    const project = await projectById(db, projectId);
    const { runs, count } = await gateRuns(db, projectId, query);
    if (project === null || runs.length === 0)
      throw new ApiError("not_found", "The requested report could not be found.");
    const summary = await summarizeRuns(db, projectId, runs, context.publicUrl());
    return { data: { ...summary, projectName: project.name, readAt: now.toISOString(), reportCount: count } };
  });
}
