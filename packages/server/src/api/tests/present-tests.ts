import type { OpenQuarantine, QuarantineRow } from "@plumb/contract/tests/quarantine.ts";
import type { NamedRun, TestCause, TestSummary } from "@plumb/contract/tests/tests.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { Db } from "#store/db.ts";
import { type GroupRow, groupRows } from "#store/failures/failure-rows.ts";
import { type CauseOfTest, causesOfTests } from "#store/tests/causes-of-tests.ts";
import { namedRuns } from "#store/tests/named-runs.ts";
import { openQuarantines, type StoredQuarantine } from "#store/tests/quarantine.ts";
import type { TestRow } from "#store/tests/test-list.ts";

/** Maximum number of causes per test in a list. */
const maxCauses = 3;

/** Adds the last run, causes and quarantine to tests. */
export async function presentTests(db: Db, projectId: number, tests: readonly TestRow[]): Promise<TestSummary[]> {
  const ids = tests.map(({ id }) => id);
  const runs = await namedRuns(
    db,
    projectId,
    tests.map(({ lastRunId }) => lastRunId),
  );
  const causes = await causesOfTests(db, projectId, ids);
  const visible = new Map(tests.map(({ id }) => [id, (causes.get(id) ?? []).slice(0, maxCauses)]));
  const groups = await groupRows(db, projectId, [
    ...new Set([...visible.values()].flat().map(({ groupId }) => groupId)),
  ]);
  const quarantines = await openQuarantines(db, projectId, ids);
  return tests.map((test) => ({
    ...presentTest(test, runs.get(test.lastRunId) ?? null),
    causes: presentCauses(visible.get(test.id) ?? [], groups),
    quarantine: presentQuarantine(quarantines.get(test.id)),
  }));
}

function presentTest(test: TestRow, lastRun: NamedRun | null): Omit<TestSummary, "causes" | "quarantine"> {
  const { since, evidence, lastEvidence, costUs, recentUs, beforeUs, titlePath, tags } = test;
  const of = (requested: string) => evidence.filter(({ kind }) => kind === requested).length;
  return {
    id: test.id,
    file: test.file,
    titlePath: [...titlePath],
    variant: test.variant,
    tags: [...tags],
    owner: test.owner,
    state: test.state,
    since: since?.toISOString() ?? null,
    score: test.score,
    executions: test.executions,
    leftOut: test.leftOut,
    evidence: { retry: of("retry"), same_commit: of("same_commit"), flip: of("flip") },
    lastEvidence: lastEvidence?.toISOString() ?? null,
    lostTime: costUs / 1000,
    recentDuration: recentUs === null ? null : recentUs / 1000,
    earlierDuration: beforeUs === null ? null : beforeUs / 1000,
    suite: test.suite,
    environment: test.environment,
    firstDay: test.firstDay,
    lastDay: test.lastDay,
    lastRun,
  };
}

export function presentCauses(
  causes: readonly CauseOfTest[],
  groups: ReadonlyMap<number, Pick<GroupRow, "class" | "message">>,
): TestCause[] {
  return causes.flatMap(({ groupId, failures, lastSeen }) => {
    const group = groups.get(groupId);
    if (group === undefined) return [];
    const message = errorDisplay(group.message);
    return [{ groupId, message, primaryClass: group.class, failures, lastSeen: lastSeen.toISOString() }];
  });
}

export function presentQuarantine(row: StoredQuarantine): OpenQuarantine;
export function presentQuarantine(row: StoredQuarantine | undefined): OpenQuarantine | null;
export function presentQuarantine(row: StoredQuarantine | undefined): OpenQuarantine | null {
  if (row === undefined) return null;
  const { id, kind, reason, owner, by, startsAt, endsAt, releaseAfter, cleanRuns } = row;
  const dates = { startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
  return { id, kind, reason, owner, by, ...dates, releaseAfter, cleanRuns };
}

/** Returns a quarantine that may have ended. */
export function presentQuarantineRow(row: StoredQuarantine): QuarantineRow {
  const { testId, releasedAt, releasedBy, releasedWhy } = row;
  return { ...presentQuarantine(row), testId, releasedAt: releasedAt?.toISOString() ?? null, releasedBy, releasedWhy };
}
