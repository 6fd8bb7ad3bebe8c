import type { LastPass } from "@plumb/contract/failures/decisions.ts";
import { metadataName } from "@plumb/contract/runs/metadata-name.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Db } from "#store/db.ts";
import { failingTest } from "#store/failures/suspects/failing-tests.ts";
import type { ResultAround } from "#store/failures/suspects/results-around.ts";
import { reportById } from "#store/runs/runs.ts";
import { periodsOfTests } from "./suspects/test-periods.ts";

interface PassBefore {
  /** Run of the failure. */
  readonly runId: number;
  readonly pass: ResultAround;
  /** First failure after the pass. */
  readonly first: ResultAround;
}

/** Returns the last pass before a test began to fail, by its failed result; `null` if none is stored. */
export async function passBefore(db: Db, projectId: number, resultId: number): Promise<PassBefore | null> {
  const test = await failingTest(db, projectId, resultId);
  if (test === null) return null;
  const [[period] = []] = await periodsOfTests(db, projectId, [{ test, groupId: test.groupId }]);
  if (period === undefined || period.passedBefore === null) return null;
  return { runId: test.runId, pass: period.passedBefore, first: period.first };
}

/** Maximum number of values of an environment. */
const maxValues = 100;

/** Returns the last pass before a test began to fail, with the environments of both runs; `null` if none is stored. */
export async function lastPassOf(db: Db, projectId: number, resultId: number): Promise<LastPass | null> {
  const found = await passBefore(db, projectId, resultId);
  if (found === null) return null;
  const { pass, runId } = found;
  const [passed, failed] = [await reportById(db, projectId, pass.runId), await reportById(db, projectId, runId)];
  if (passed === null || failed === null) return null;
  const [before, now] = [environmentOf(passed), environmentOf(failed)];
  return {
    resultId: pass.resultId,
    ...presentRun(pass),
    branch: passed.branch,
    commit: passed.commit,
    environment: [...new Set([...Object.keys(before), ...Object.keys(now)])]
      .toSorted()
      .slice(0, maxValues)
      .map((name) => ({ name: metadataName(name), passed: before[name] ?? null, failed: now[name] ?? null })),
  };
}

export function presentRun({ runId, number, at }: ResultAround) {
  return { runId, runNumber: number, at: at.toISOString() };
}

/** Metadata about the commit or the build of a run. */
const ofBuildName = /^(commit|build|pullRequest|branch$|started)/;

/** Returns what a run has in common with others. Commit and build differ in each run, and the commit is listed on its own. */
export function environmentOf({ environment, metadata, commit, build, ciUrl }: Report): Record<string, string> {
  const ofBuild = [commit, build, ciUrl].filter((value) => value !== null);
  const isOfBuild = (name: string, text: string) =>
    ofBuildName.test(name) || ofBuild.some((value) => text === value || (value.length >= 7 && text.includes(value)));
  return {
    environment,
    ...Object.fromEntries(Object.entries(metadata).filter(([name, value]) => !isOfBuild(name, value))),
  };
}
