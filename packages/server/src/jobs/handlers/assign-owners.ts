import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { countedRunsBefore } from "#store/tests/owners.ts";
import { countOwnersAgain } from "#store/trends/count-runs.ts";
import { assignStaleOwners } from "#tests/assign-owners.ts";

const runsAtOnce = 10;

/** Runs after a change of a project's owners: updates its tests, then the counts per owner of its reports, starting with the latest. */
export const assignOwnersJob = jobKind({
  name: "assign-owners",
  title: "Assign owners to the tests of a project",
  data: jobData["assign-owners"],
  concurrency: 1,
  maxAttempts: 8,
  async run({ backgroundDb: db, bus, threads }, { projectId, signal }) {
    if (projectId === null) return;
    await assignStaleOwners({ db, threads }, projectId, signal);
    bus.publish({ about: "trends", projectId });
    for (let before: number | null = null; ;) {
      signal.throwIfAborted();
      const runIds: number[] = await countedRunsBefore(db, projectId, before, runsAtOnce);
      if (runIds.length === 0) break;
      await countOwnersAgain(db, projectId, runIds);
      before = runIds.at(-1) ?? null;
    }
    bus.publish({ about: "trends", projectId });
  },
});
