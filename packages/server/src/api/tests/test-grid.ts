import { gridLimits, readTestGrid, type TestGrid } from "@plumb/contract/tests/test-grid.ts";
import { beginning } from "@plumb/contract/text/cut.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { Api } from "#http/api.ts";
import { zoneOf } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { groupRows } from "#store/failures/failure-rows.ts";
import { latestRuns } from "#store/runs/latest-runs.ts";
import { maxMatches } from "#read-models/tests/test-search.ts";
import { testsOfFailures } from "#store/tests/causes-of-tests.ts";
import { gridRows, testsInRuns } from "#store/tests/test-grid.ts";
import { type ListedTests, listedTestIds } from "#store/tests/test-list.ts";
import { arrangeGrid, orderGrid } from "./arrange-grid.ts";

export function testGridRoutes(api: Api<"db" | "testSearch">): void {
  api.read(readTestGrid, async ({ context: { db, testSearch }, projectId, query, caller, now }) => {
    const {
      by,
      view,
      search,
      owner,
      not,
      runs: requested,
      testSuite: suite,
      timeZone = zoneOf(caller),
      cause,
      incident,
      ...narrowed
    } = query;
    const excluded = splitExcluded(not);
    const found = await latestRuns(
      db,
      projectId,
      { ...narrowed, suite, timeZone, not: excluded.ofRuns },
      requested + 1,
    );
    const newest = found.slice(0, requested);
    const runIds = newest.map(({ id }) => id);
    const words = searchWords(search);
    const named = words.length === 0 ? undefined : await testSearch.find(projectId, words);
    const failed = await testsOfFailures(db, projectId, { groupId: cause, incidentId: incident }, gridLimits.tests + 1);
    const listed = {
      projectId,
      now,
      filter: { view, owner, not: excluded.ofTests, offset: 0, limit: 1 },
      found: inBoth(named, failed),
    };
    const isAll = view === "all" && owner === undefined && excluded.ofTests.length === 0 && listed.found === undefined;
    const matching = await matchingTests(db, { projectId, runIds, listed: isAll ? null : listed });
    const testIds = matching.slice(0, gridLimits.tests);
    const rows = await gridRows(db, { projectId, testIds, runIds }, by === "browser");
    const runs = newest.toReversed();
    const arranged = arrangeGrid(rows, { by, runs, timeZone });
    const causes = await causesOf(db, projectId, arranged.groups);
    const causeIndex = new Map(causes.map(({ groupId }, index) => [groupId, index]));
    return {
      data: {
        by,
        runs,
        columns: arranged.columns,
        tests: orderGrid(arranged, causeIndex),
        causes,
        moreTests: matching.length > gridLimits.tests || named?.length === maxMatches,
        moreRuns: found.length > requested,
      },
    };
  });
}

/** Returns the ids that are in both lists. `undefined` stands for all. */
function inBoth(one: readonly number[] | undefined, other: readonly number[] | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  const ids = new Set(other);
  return one.filter((id) => ids.has(id));
}

/** Excluded owners select tests, and the other excluded values select runs, whose filters name the suite `suite`. */
function splitExcluded(not: readonly string[] = []) {
  return {
    ofTests: not.filter(isOwner),
    ofRuns: not.filter((value) => !isOwner(value)).map((value) => value.replace(/^testSuite:/, "suite:")),
  };
}

function isOwner(value: string): boolean {
  return value.startsWith("owner:");
}

interface MatchingTests {
  readonly projectId: number;
  /** Newest first. */
  readonly runIds: readonly number[];
  /** `null` for all tests. */
  readonly listed: ListedTests | null;
}

/** Returns the matching tests, one more than the grid can have. If there are more, those that failed last in the runs are included. */
async function matchingTests(db: Db, { projectId, runIds, listed }: MatchingTests): Promise<number[]> {
  const limit = gridLimits.tests + 1;
  if (listed === null) return testsInRuns(db, { projectId, runIds, limit });
  const found = await listedTestIds(db, listed, limit);
  if (found.length < limit) return found;
  const failedLast = await testsInRuns(db, { projectId, runIds, limit });
  const matches = new Set(await listedTestIds(db, { ...listed, found: failedLast }, limit));
  return [...new Set([...failedLast.filter((id) => matches.has(id)), ...found])].slice(0, limit);
}

const messageLength = 200;

async function causesOf(
  db: Db,
  projectId: number,
  groups: readonly (readonly [groupId: number, cells: number])[],
): Promise<TestGrid["causes"]> {
  const named = groups.slice(0, gridLimits.causes);
  const rows = await groupRows(
    db,
    projectId,
    named.map(([groupId]) => groupId),
  );
  return named.flatMap(([groupId, cells]) => {
    const group = rows.get(groupId);
    if (group === undefined) return [];
    return [
      { groupId, message: beginning(errorDisplay(group.message), messageLength), primaryClass: group.class, cells },
    ];
  });
}
