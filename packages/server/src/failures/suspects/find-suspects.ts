import { nearMisses } from "@plumb/analysis/grouping/near-misses.ts";
import { ownerFinder } from "@plumb/analysis/owners/owner-finder.ts";
import { readOwnerRules } from "@plumb/analysis/owners/owner-rules.ts";
import type { FailureContext } from "@plumb/analysis/suspects/rank-suspects.ts";
import type { FixedBefore, SuspectedCommit, Suspects } from "@plumb/contract/failures/suspects.ts";
import { ApiError } from "#core/api-error.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { Db } from "#store/db.ts";
import { groupsById } from "#store/failures/groups/groups.ts";
import { separatedGroups } from "#store/failures/groups/likely-duplicates.ts";
import {
  type ErrorOfCause,
  type FailingTest,
  failingTest,
  failingTests,
  mainErrors,
} from "#store/failures/suspects/failing-tests.ts";
import { itemsOfCauses, relatedCauses } from "#store/failures/suspects/related-causes.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";
import { rulesOf } from "#store/projects/project-rules.ts";
import { type ChangedRange, filesOfFailure, rangeOfChange, suspectsIn } from "./suspected-range.ts";
import { byScope, commonStart, periodsOf, type TestsAndPeriods } from "./beginning.ts";
import { type Change, changeAfter, changeBefore, periodsOfTests } from "./test-periods.ts";

const visible = { suspects: 5, fixes: 3, commits: 3 } as const;
/** Number of earlier starts whose files are compared. */
const earlierStarts = 3;
/** Maximum number of similar causes to search for commits that fixed them. */
const similarCauses = 5;

const nothing: Suspects = { range: null, suspects: [], fixedBefore: [] };

/**
 * Returns the commits that may have started a cause, and those that ended it before.
 *
 * @throws ApiError `not_found`
 */
export async function suspectsOfGroup(db: Db, projectId: number, groupId: number): Promise<Suspects> {
  const [group] = await groupsById(db, projectId, [groupId]);
  if (group === undefined || group.mergedInto !== null)
    throw new ApiError("not_found", "This cause does not exist, or was merged into another one.");
  const groups = byScope(
    await failingTests(db, projectId, { groupIds: [groupId], runId: null }),
    await mainBranchesOf(db, projectId),
  );
  for (const [index, tests] of groups.entries()) {
    const found = await suspectsOf(db, projectId, tests, groupId);
    if (found.range !== null || index === groups.length - 1) return found;
  }
  return nothing;
}

/** Returns the commits that may have broken a test, by the id of its failed result; `null` until the failure is collected. */
export async function suspectsOfFailure(db: Db, projectId: number, resultId: number): Promise<Suspects | null> {
  const test = await failingTest(db, projectId, resultId);
  return test === null ? null : suspectsOf(db, projectId, [test], test.groupId);
}

/** Most suspicious commit of a failure. `only`: no other commit is between the last pass and the first failure. */
export type TopSuspect = SuspectedCommit & { readonly only: boolean };

/** Returns the most suspicious commit of each cause, in their order; `null` if none is known. Reads at most 8 ranges of commits. */
export async function topSuspects(
  db: Db,
  projectId: number,
  causes: readonly TestsAndPeriods[],
): Promise<(TopSuspect | null)[]> {
  const read = sharedReads(db, projectId, causes, maxRanges);
  const ranges: (ChangedRange | null)[] = [];
  // The ranges in which the failures began come before the earlier ones, which only improve the order.
  for (const cause of causes) ranges.push(await rangeOfStart(read, cause));
  const found: (TopSuspect | null)[] = [];
  for (const [index, cause] of causes.entries()) {
    const range = ranges[index] ?? null;
    const [suspect] = range === null ? [] : suspectsIn(range, await rankingContext(read, cause, range), 1);
    found.push(suspect === undefined || range === null ? null : { ...suspect, only: isOnly(range, suspect) });
  }
  return found;
}

/** Maximum number of ranges that are read for the causes of one batch. Those of one run often have the same. */
const maxRanges = 8;

function isOnly({ range: { complete, diverged, known } }: ChangedRange, { fromPullRequest }: SuspectedCommit): boolean {
  return complete && !diverged && known === 1 && !fromPullRequest;
}

/** A single commit needs no order. */
async function rankingContext(read: SharedReads, cause: TestsAndPeriods, { commits }: ChangedRange) {
  return commits.length === 1
    ? { files: [], owners: new Set<string>(), ownerOf: () => null, changedBefore: new Map<string, number>() }
    : contextOf(read, cause);
}

async function suspectsOf(
  db: Db,
  projectId: number,
  tests: readonly FailingTest[],
  groupId: number | null,
): Promise<Suspects> {
  const causes = await periodsOf(db, projectId, [{ tests, groupId }]);
  const [cause] = causes;
  if (cause === undefined) return nothing;
  const read = sharedReads(db, projectId, causes);
  const context = await contextOf(read, cause);
  const fixedBefore = groupId === null ? [] : await fixesOf(db, projectId, { groupId, failing: cause, context });
  const range = await rangeOfStart(read, cause);
  if (range === null) return { ...nothing, fixedBefore };
  return { range: range.range, suspects: suspectsIn(range, context, visible.suspects), fixedBefore };
}

/** Returns the commits among which the failures began; `null` if they are unknown. */
async function rangeOfStart(read: SharedReads, cause: TestsAndPeriods): Promise<ChangedRange | null> {
  const start = commonStart(cause);
  const change = start && changeBefore(start);
  const range = change && (await read.rangeOf(change));
  // Without any commit, only the information that nothing changed is worth showing.
  return range === null || (range.commits.length === 0 && !range.range.complete) ? null : range;
}

/** Reads what several causes need, once. */
interface SharedReads {
  /** Returns `null` after the maximum number of ranges. */
  readonly rangeOf: (change: Change) => Promise<ChangedRange | null>;
  readonly errorOf: (groupId: number | null) => Promise<ErrorOfCause | undefined>;
  readonly ownerOf: () => Promise<FailureContext["ownerOf"]>;
}

function sharedReads(
  db: Db,
  projectId: number,
  causes: readonly TestsAndPeriods[],
  limit = Number.POSITIVE_INFINITY,
): SharedReads {
  const ranges = new Map<string, Promise<ChangedRange>>();
  let errors: Promise<ErrorOfCause[]> | undefined;
  let owners: ReturnType<typeof rulesOf> | undefined;
  return {
    async rangeOf(change) {
      const { test, after, until } = change;
      const key = JSON.stringify([test.branch, test.environment, after.runId, until.runId]);
      const known = ranges.get(key);
      if (known === undefined && ranges.size >= limit) return null;
      const range = known ?? rangeOfChange(db, projectId, change);
      ranges.set(key, range);
      return range;
    },
    async errorOf(groupId) {
      const groupIds = [...new Set(causes.flatMap((cause) => cause.groupId ?? []))];
      errors ??= mainErrors(db, projectId, groupIds);
      return (await errors).find((error) => error.groupId === groupId);
    },
    async ownerOf() {
      owners ??= rulesOf(db, "owner_rules", projectId);
      const { rules } = await owners;
      return rules === "" ? () => null : ownerFinder(readOwnerRules(rules).rules);
    },
  };
}

async function contextOf(
  read: SharedReads,
  { tests, periods, groupId }: TestsAndPeriods,
): Promise<Omit<FailureContext, "complete">> {
  const earlier = distinctChanges(periods.flatMap((ofTest) => ofTest.slice(1).map(changeBefore))).slice(
    0,
    earlierStarts,
  );
  const changedBefore = new Map<string, number>();
  for (const change of earlier) {
    const { commits = [] } = (await read.rangeOf(change)) ?? {};
    for (const file of new Set(commits.flatMap(({ files }) => files ?? [])))
      changedBefore.set(file, (changedBefore.get(file) ?? 0) + 1);
  }
  return {
    files: filesOfFailure(
      await read.errorOf(groupId),
      tests.map(({ file }) => file),
    ),
    owners: new Set(tests.flatMap(({ owner }) => owner ?? [])),
    ownerOf: await read.ownerOf(),
    changedBefore,
  };
}

/** Tests that share a change appear once. */
function distinctChanges(changes: readonly (Change | null)[]): Change[] {
  const known = changes.filter((change) => change !== null);
  const distinct = new Map(known.map((change) => [`${change.after.runId} ${change.until.runId}`, change]));
  return [...distinct.values()].toSorted((one, other) => other.until.at.getTime() - one.until.at.getTime());
}

interface CauseFixes {
  readonly groupId: number;
  readonly failing: TestsAndPeriods;
  readonly context: Omit<FailureContext, "complete">;
}

/** Returns what ended earlier periods of the cause, and similar causes. */
async function fixesOf(
  db: Db,
  projectId: number,
  { groupId, failing: { tests, periods }, context }: CauseFixes,
): Promise<FixedBefore[]> {
  const own = distinctChanges(periods.flatMap((ofTest) => ofTest.map(changeAfter))).map((change) => ({
    groupId,
    change,
  }));
  const others: { groupId: number; change: Change }[] = [];
  if (own.length < visible.fixes)
    for (const similar of await similarTo(db, projectId, groupId, tests)) {
      const [latest] = await failingTests(db, projectId, { groupIds: [similar], runId: null });
      if (latest === undefined) continue;
      const [[period] = []] = await periodsOfTests(db, projectId, [{ test: latest, groupId: similar }]);
      const change = period === undefined ? null : changeAfter(period);
      if (change !== null) others.push({ groupId: similar, change });
    }
  const found = [...own, ...others].slice(0, visible.fixes);
  const groupIds = [...new Set(found.map((fix) => fix.groupId))];
  const errors = new Map((await mainErrors(db, projectId, groupIds)).map((error) => [error.groupId, error]));
  const items = await itemsOfCauses(db, projectId, groupIds);
  const fixes: FixedBefore[] = [];
  for (const fix of found) {
    const range = await rangeOfChange(db, projectId, fix.change);
    const error = errors.get(fix.groupId);
    const files = filesOfFailure(error, [fix.change.test.file]);
    fixes.push({
      groupId: fix.groupId,
      error: errorDisplay(error?.message ?? ""),
      same: fix.groupId === groupId,
      range: range.range,
      commits: suspectsIn(range, { ...context, files, changedBefore: new Map() }, visible.commits),
      items: items
        .filter((item) => item.groupId === fix.groupId)
        .map(({ id, title, status }) => ({ id, title, status })),
    });
  }
  return fixes;
}

/** Returns causes with a similar error that users have not separated from this one. */
async function similarTo(db: Db, projectId: number, groupId: number, tests: readonly FailingTest[]): Promise<number[]> {
  const causes = await relatedCauses(db, projectId, { groupId, testIds: tests.map(({ testId }) => testId) });
  if (causes.length < 2) return [];
  const separate = new Set((await separatedGroups(db, projectId)).filter((ids) => ids.includes(groupId)).flat());
  return nearMisses(causes)
    .found.filter(({ first }) => first === 0)
    .toSorted((one, other) => other.share - one.share)
    .flatMap(({ second }) => causes[second]?.id ?? [])
    .filter((id) => !separate.has(id))
    .slice(0, similarCauses);
}
