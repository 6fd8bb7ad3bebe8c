import { findResolutions } from "#failures/resolutions/find-resolutions.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { findOwners } from "#tests/find-owners.ts";

/** Runs after results of a project were counted, and after a change of its path rules. */
export const findResolutionsJob = jobKind({
  name: "find-resolutions",
  title: "Compare resolved causes with the commits that ended them",
  data: jobData["find-resolutions"],
  concurrency: 1,
  maxAttempts: 5,
  async run({ backgroundDb: db, bus, clock, threads }, { projectId, signal }) {
    if (projectId === null) return;
    // Path rules have the syntax of owner rules, with a class instead of an owner.
    const finderOf = (rules: string) => findOwners(threads, rules, signal);
    const updated = await findResolutions({ db, projectId, now: clock(), signal, finderOf });
    if (updated > 0) bus.publish({ about: "failures", projectId });
  },
});
