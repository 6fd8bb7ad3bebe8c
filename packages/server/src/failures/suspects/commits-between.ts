import type { CommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Db } from "#store/db.ts";
import { comparisonAddress } from "./commit-address.ts";
import { presentCommit, rangeOfChange } from "./suspected-range.ts";

const listed = 50;

/** Returns the commits between two reports, whichever is earlier; `null` if one has no commit. */
export async function commitsBetween(
  db: Db,
  projectId: number,
  [one, other]: readonly [Report, Report],
): Promise<CommitsBetween | null> {
  const [earlier, later] = Date.parse(one.startTime) <= Date.parse(other.startTime) ? [one, other] : [other, one];
  const after = runOf(earlier);
  const until = runOf(later);
  if (after === null || until === null) return null;
  const { range, commits } = await rangeOfChange(
    db,
    projectId,
    { test: later, after, until },
    earlier.branch === later.branch,
  );
  const repository = commits.find((commit) => commit.repository !== null)?.repository ?? null;
  return {
    range,
    commits: commits.slice(0, listed).map(presentCommit),
    url: after.commit === until.commit ? null : comparisonAddress(repository, after.commit, until.commit),
  };
}

function runOf({ id, number, startTime, commit }: Report) {
  return commit === null ? null : { runId: id, number, at: new Date(startTime), commit };
}
