import { dayMs } from "@plumb/contract/durations.ts";
import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { failingStates } from "#runs/failing-states.ts";
import type { Db } from "#store/db.ts";
import { type FailingTest, failingTest, failingTests } from "#store/failures/suspects/failing-tests.ts";
import { countBrokenTogether, passingScopes } from "#store/failures/broken-together.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";
import { trendEvents } from "#store/trends/trend-events.ts";
import { openWorkOn } from "./open-work.ts";
import { byScope, commonStart, periodsOf, type TestsAndPeriods } from "./suspects/beginning.ts";
import { suspectsOfTests } from "./suspects/find-suspects.ts";
import type { TestPeriod } from "./suspects/test-periods.ts";

/** A cause whose story is requested, with its state where it is shown. */
export interface CauseOfStory {
  readonly groupId: number;
  readonly state: FailingState | null;
}

/** Maximum number of owners in a story. */
const maxOwners = 10;

/**
 * Returns the stories of causes by id, without causes that have no failure. Reads the history of up to three tests per cause, so request few causes.
 *
 * @param runId Selects the failures of this run. `null` selects the latest failures, on a main branch if they failed there.
 */
export async function storiesOfGroups(
  db: Db,
  projectId: number,
  { causes, runId }: { readonly causes: readonly CauseOfStory[]; readonly runId: number | null },
): Promise<ReadonlyMap<number, FailureStory>> {
  const groupIds = causes.map(({ groupId }) => groupId);
  const failing = Map.groupBy(await failingTests(db, projectId, { groupIds, runId }), ({ groupId }) => groupId);
  const mainBranches = await mainBranchesOf(db, projectId);
  const work = await workOn(db, projectId, groupIds);
  const stories = new Map<number, FailureStory>();
  for (const { groupId, state } of causes) {
    const tests = failing.get(groupId) ?? [];
    const [ofScope] = byScope(tests, mainBranches);
    if (ofScope === undefined) continue;
    const owners = tests.flatMap(({ owner }) => owner ?? []);
    const began = await beginningOf(db, projectId, { tests: ofScope, groupId, state });
    stories.set(groupId, { state, owners: distinct(owners), ...began, ...work(groupId) });
  }
  return stories;
}

/** Returns the story of a failed result; `null` until the failure is collected. */
export async function storyOfFailure(db: Db, projectId: number, resultId: number): Promise<FailureStory | null> {
  const test = await failingTest(db, projectId, resultId);
  if (test === null) return null;
  const { groupId, owner, runId } = test;
  const states = await failingStates(db, projectId, runId, [{ ...test, id: resultId }]);
  const state = states?.get(resultId) ?? null;
  const began = await beginningOf(db, projectId, { tests: [test], groupId, state });
  const work = await workOn(db, projectId, groupId === null ? [] : [groupId]);
  return { state, owners: owner === null ? [] : [owner], ...began, ...work(groupId) };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted().slice(0, maxOwners);
}

interface FailingTests {
  /** In one suite, environment and branch. */
  readonly tests: readonly FailingTest[];
  readonly groupId: number | null;
  readonly state: FailingState | null;
}

type Beginning = Omit<FailureStory, "item" | "owners" | "state" | "ticket">;

/** Returns when and after what the tests began to fail, and where they pass. */
async function beginningOf(db: Db, projectId: number, { tests, groupId, state }: FailingTests): Promise<Beginning> {
  const failing = await periodsOf(db, projectId, tests, groupId);
  const start = commonStart(failing);
  const [{ branch, environment } = { branch: null, environment: "" }] = tests;
  const unknown = { branch, environment, began: null, lastPass: null, ended: null, suspect: null, event: null };
  if (start === null) return { ...unknown, otherTests: 0, passesOn: [] };
  const isOver = state === "resolved" || start.passedAfter !== null;
  return {
    branch,
    environment,
    began: { ...presentRun(start.first), orEarlier: start.orEarlier, onAndOff: start.onAndOff },
    lastPass: start.passedBefore && presentRun(start.passedBefore),
    ended: isOver ? presentRun(lastOf(failing)) : null,
    suspect: await suspectOf(db, projectId, failing, groupId),
    event: await eventBefore(db, projectId, start),
    otherTests: groupId === null ? 0 : await othersOf(db, projectId, start, groupId),
    passesOn: isOver ? [] : await passesOn(db, projectId, start),
  };
}

function presentRun({ runId, number, at }: { readonly runId: number; readonly number: number; readonly at: Date }) {
  return { id: runId, number, at: at.toISOString() };
}

/** Returns the last failure of the tests in their latest periods. */
function lastOf({ periods }: TestsAndPeriods): TestPeriod["last"] {
  const last = periods.flatMap(([latest]) => latest?.last ?? []);
  return last.reduce((one, other) => (other.at > one.at ? other : one));
}

async function suspectOf(
  db: Db,
  projectId: number,
  failing: TestsAndPeriods,
  groupId: number | null,
): Promise<FailureStory["suspect"]> {
  const { range, suspects } = await suspectsOfTests(db, projectId, failing, groupId);
  const [suspect] = suspects;
  if (range === null || suspect === undefined) return null;
  const { hash, subject, author, url, fromPullRequest } = suspect;
  const only = range.complete && !range.diverged && range.known === 1 && !fromPullRequest;
  return { hash, subject, author, url, only };
}

/** Returns the latest event of the 24 hours before the first failure. An event before the last pass did not break the test. */
async function eventBefore(
  db: Db,
  projectId: number,
  { test, first, passedBefore }: TestPeriod,
): Promise<FailureStory["event"]> {
  const from = new Date(Math.max(first.at.getTime() - dayMs, passedBefore?.at.getTime() ?? 0));
  const span = { from, until: first.at, environments: [test.environment], limit: 1 };
  const [event] = (await trendEvents(db, projectId, span)).events;
  if (event === undefined) return null;
  const { kind, title, url, at } = event;
  return { kind, title, url, minutesBefore: Math.round((first.at.getTime() - at.getTime()) / 60_000) };
}

async function othersOf(db: Db, projectId: number, start: TestPeriod, groupId: number): Promise<number> {
  const { test, first, passedBefore } = start;
  const failed = { testId: test.testId, groupId, runId: first.runId, passedRunId: passedBefore?.runId ?? null };
  return countBrokenTogether(db, projectId, failed);
}

async function passesOn(db: Db, projectId: number, { test, first }: TestPeriod): Promise<FailureStory["passesOn"]> {
  const scopes = await passingScopes(db, projectId, { ...test, since: first.at });
  return scopes.map(({ branch, environment, ...run }) => ({ branch, environment, run: presentRun(run) }));
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
