import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import type { RunStats } from "#read-models/runs/run-stats.ts";
import { projectsByLatestRun } from "#store/projects/latest-runs.ts";

/** Number of projects to load. The first visitor of another project waits for it, as without this function. */
const maxProjects = 5;

/** Loads what the dashboard, the trends and the failure analysis need first, one project after another, for the projects that ran last. */
export async function warmUp(
  { failureIndex, runStats }: { readonly failureIndex: FailureIndex; readonly runStats: RunStats },
  signal: AbortSignal,
): Promise<void> {
  for (const projectId of await projectsByLatestRun(runStats.db, maxProjects)) {
    if (signal.aborted) return;
    await runStats.of(projectId);
    await failureIndex.of(projectId);
  }
}
