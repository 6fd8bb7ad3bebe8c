import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { failingStates } from "#runs/failing-states.ts";
import { type AroundStart, aroundStarts, type StartOfFailure } from "#store/failures/around-start.ts";
import type { Db } from "#store/db.ts";
import { failingTest, failingTests } from "#store/failures/suspects/failing-tests.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";
import { openWorkOn } from "./open-work.ts";
import { byScope, commonStart, type FailingCause, periodsOf, type TestsAndPeriods } from "./suspects/beginning.ts";
import { type TopSuspect, topSuspects } from "./suspects/find-suspects.ts";
import type { TestPeriod } from "./suspects/test-periods.ts";

/** A cause whose story is requested, with its state where it is shown; `null` if that is unknown. */
export interface CauseOfStory {
  readonly groupId: number;
  readonly state: FailingState | null;
}

/** Maximum number of owners in a story. */
const maxOwners = 10;

/** Numbers of tests whose history is read: per cause, and in all. They limit the time for a batch. */
const readTests = { perCause: 3, total: 12 } as const;

/**
 * Returns the stories of causes by id, without causes that have no failure. Causes share the statements, so request all of them together, and at most
 * 20. A state of `null` becomes `resolved` if the tests passed since.
 *
 * @param runId Selects the failures of this run. `null` selects the latest failures, on a main branch if they failed there.
 */
export async function storiesOfGroups(
  db: Db,
  projectId: number,
  { causes, runId }: { readonly causes: readonly CauseOfStory[]; readonly runId: number | null },
): Promise<ReadonlyMap<number, FailureStory>> {
  if (causes.length === 0) return new Map();
  const groupIds = causes.map(({ groupId }) => groupId);
  const failing = Map.groupBy(await failingTests(db, projectId, { groupIds, runId }), ({ groupId }) => groupId);
  // The tests of one run have the same branch.
  const mainBranches = runId === null ? await mainBranchesOf(db, projectId) : [];
  const perCause = Math.max(1, Math.min(readTests.perCause, Math.floor(readTests.total / causes.length)));
  const found = causes.flatMap((cause) => {
    const tests = failing.get(cause.groupId) ?? [];
    const [ofScope] = byScope(tests, mainBranches);
    if (ofScope === undefined) return [];
    const owners = distinct(tests.flatMap(({ owner }) => owner ?? []));
    return [{ ...cause, owners, tests: ofScope.slice(0, perCause) }];
  });
  const beginnings = await beginningsOf(db, projectId, found);
  const work = await workOn(db, projectId, groupIds);
  return new Map(
    found.map(({ groupId, state, owners }, index) => {
      const began = beginnings[index] as Beginning;
      return [groupId, { ...began, state: state ?? (began.ended && "resolved"), owners, ...work(groupId) }];
    }),
  );
}

/** Returns the story of a failed result; `null` until the failure is collected. */
export async function storyOfFailure(db: Db, projectId: number, resultId: number): Promise<FailureStory | null> {
  const test = await failingTest(db, projectId, resultId);
  if (test === null) return null;
  const { groupId, owner, runId } = test;
  const states = await failingStates(db, projectId, runId, [{ ...test, id: resultId }]);
  const state = states?.get(resultId) ?? null;
  const [began] = await beginningsOf(db, projectId, [{ tests: [test], groupId, state }]);
  const work = await workOn(db, projectId, groupId === null ? [] : [groupId]);
  return { state, owners: owner === null ? [] : [owner], ...(began as Beginning), ...work(groupId) };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted().slice(0, maxOwners);
}

interface CauseWithState extends FailingCause {
  readonly state: FailingState | null;
}

type Beginning = Omit<FailureStory, "item" | "owners" | "state" | "ticket">;

/** Returns when and after what the tests of each cause began to fail, and where they pass. */
async function beginningsOf(db: Db, projectId: number, causes: readonly CauseWithState[]): Promise<Beginning[]> {
  const failing = await periodsOf(db, projectId, causes);
  const suspects = await topSuspects(db, projectId, failing);
  const starts = failing.map((cause, index) => {
    const start = commonStart(cause);
    return start && { ...start, isOver: causes[index]?.state === "resolved" || start.passedAfter !== null };
  });
  const around = await aroundStarts(
    db,
    projectId,
    starts.flatMap((start, index) => (start === null ? [] : [startOf(start, causes[index]?.groupId ?? null)])),
  );
  return failing.map((cause, index) => {
    const start = starts[index] ?? null;
    const [{ branch, environment } = { branch: null, environment: "" }] = cause.tests;
    const found = start === null ? undefined : around.shift();
    if (start === null || found === undefined) return { branch, environment, ...unknown, passesOn: [] };
    const { first, orEarlier, onAndOff, passedBefore, isOver } = start;
    return {
      branch,
      environment,
      began: { ...presentRun(first), orEarlier, onAndOff },
      lastPass: passedBefore && presentRun(passedBefore),
      ended: isOver ? presentRun(lastOf(cause)) : null,
      suspect: presentSuspect(suspects[index] ?? null),
      event: presentEvent(found.event, first.at),
      otherTests: found.otherTests,
      passesOn: found.passesOn.map((scope) => ({
        branch: scope.branch,
        environment: scope.environment,
        run: presentRun(scope),
      })),
    };
  });
}

const unknown = {
  began: null,
  lastPass: null,
  ended: null,
  suspect: null,
  event: null,
  otherTests: 0,
} as const;

function startOf(
  { test, first, passedBefore, isOver }: TestPeriod & { readonly isOver: boolean },
  groupId: number | null,
): StartOfFailure {
  const { suite, environment, branch, testId } = test;
  const { runId, at } = first;
  return { suite, environment, branch, testId, groupId, runId, at, passed: passedBefore, isOver };
}

function presentRun({ runId, number, at }: { readonly runId: number; readonly number: number; readonly at: Date }) {
  return { id: runId, number, at: at.toISOString() };
}

/** Returns the last failure of the tests in their latest periods. */
function lastOf({ periods }: TestsAndPeriods): TestPeriod["last"] {
  const last = periods.flatMap(([latest]) => latest?.last ?? []);
  return last.reduce((one, other) => (other.at > one.at ? other : one));
}

function presentSuspect(suspect: TopSuspect | null): FailureStory["suspect"] {
  if (suspect === null) return null;
  const { hash, subject, author, url, only } = suspect;
  return { hash, subject, author, url, only };
}

function presentEvent(event: AroundStart["event"], failedAt: Date): FailureStory["event"] {
  if (event === null) return null;
  const { kind, title, url, at } = event;
  return { kind, title, url, minutesBefore: Math.round((failedAt.getTime() - at.getTime()) / 60_000) };
}

/** Reads who works on each cause. */
async function workOn(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
): Promise<(groupId: number | null) => Pick<FailureStory, "item" | "ticket">> {
  const openWork = await openWorkOn(db, projectId, groupIds);
  return (groupId) => {
    const { ticket, item } = openWork(groupId);
    return { ticket, item: item && { id: item.id, title: item.title, assignee: item.assignee } };
  };
}
