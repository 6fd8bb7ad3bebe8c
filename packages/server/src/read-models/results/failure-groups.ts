import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { ResultGroup } from "@plumb/contract/runs/results.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { causeOf } from "#store/failures/causes-of-results.ts";
import {
  type ComparedRuns,
  createRowSet,
  type RowOfTest,
  type RowSet,
  runRepeatsTests,
  statesOfRows,
} from "#store/runs/failing-rows.ts";
import { ownersOfTests, quarantinedInRun } from "#store/tests/known-tests.ts";
import { byRanks, type Counts, countsOf } from "./counts.ts";
import { byListIndex, type FailingResults } from "./failing-results.ts";
import type { ResultIndex } from "./result-index.ts";

/** The cause of a group. */
interface GroupCause {
  readonly groupId: number | null;
  readonly class: FailureClass | null;
  readonly subClass: string | null;
}

export type FailureGroup = Omit<ResultGroup, "cause"> & GroupCause;

interface Query {
  readonly projectId: number;
  readonly runId: number;
  readonly limit: number;
  /** Base run. Failures that it does not have are new. */
  readonly baseId: number | null;
  /** Ids of the results to group; undefined for all. */
  readonly only?: ReadonlySet<number>;
}

interface FailureGroups {
  readonly groups: FailureGroup[];
  /** Number of all groups. */
  readonly total: number;
  /** Counts of the results that are in no group. */
  readonly rest: Counts;
  /** Counts over all results in the run. */
  readonly all: Counts;
}

/** Groups the results of a run that have an error by cause. Uses the cached results, so that a query only reads what changed since the last one. */
export async function failureGroups(index: ResultIndex, query: Query): Promise<FailureGroups> {
  const { projectId, runId, limit, baseId, only } = query;
  const failing = await index.failing(projectId, runId);
  const quarantined = await quarantinedInRun(index.db, { projectId, runId });
  const began = baseId === null ? null : await rowsThatBegan(index, { projectId, runId, baseId });
  const errors = errorsOf(failing, { began, quarantined, only });
  const groups = await groupedByCause(index.db, projectId, errors);
  const ordered = groups.toSorted(
    (a, b) =>
      Number(b.newFailures > 0) - Number(a.newFailures > 0) ||
      Number(b.backAgain > 0) - Number(a.backAgain > 0) ||
      red(b) - red(a) ||
      (b.byRank[flakyRank] as number) - (a.byRank[flakyRank] as number) ||
      byListIndex(a, b),
  );
  const listed = await described(index.db, query, await withOwners(index.db, projectId, ordered.slice(0, limit)));
  return { groups: listed, total: groups.length, rest: restOf(failing, groups), all: failing.run };
}

const flakyRank = 3;

/** Totals of results with the same error or cause. */
interface GroupTotals {
  readonly key: string;
  readonly byRank: Int32Array;
  newFailures: number;
  backAgain: number;
  knownFailures: number;
  quarantined: number;
  /** Up to `maxTests` failed tests with their authors in the report. */
  readonly failedTests: Map<number, string | undefined>;
  /** First of these results in the list. */
  rank: number;
  seq: number;
}

function red({ byRank }: GroupTotals): number {
  return (byRank[0] as number) + (byRank[1] as number);
}

type FailedRow = Required<RowOfTest>;

function* failedRows({ length, ranks, testIds, occurrences, signatures }: FailingResults): Generator<FailedRow> {
  for (let index = 0; index < length; index++)
    if ((ranks[index] as number) <= 1)
      yield {
        testId: testIds[index] as number,
        occurrence: occurrences[index] as number,
        signature: signatures.values[signatures.codes[index] as number] ?? "",
      };
}

/** Rows that failed in a run but not in its base for the same cause, split into new and back. */
interface StartedRows {
  readonly new: RowSet;
  readonly back: RowSet;
}

async function rowsThatBegan(index: ResultIndex, runs: ComparedRuns): Promise<StartedRows> {
  const { projectId, runId, baseId } = runs;
  const repeats = await runRepeatsTests(index.db, projectId, runId);
  // Equal signatures have the same cause. The database compares only the others.
  const inBase = createRowSet<FailedRow>(repeats, ({ signature }) => signature);
  for (const row of failedRows(await index.failing(projectId, baseId))) inBase.add(row);
  const others = [...failedRows(await index.failing(projectId, runId))].filter((row) => !inBase.has(row));
  // Repeats of a test can fail for different causes, so their occurrence always counts here.
  const rows = { new: createRowSet(false), back: createRowSet(false), known: createRowSet(false) };
  const states = await statesOfRows(index.db, runs, others);
  for (const [position, state] of states.entries()) rows[state].add(others[position] as FailedRow);
  return rows;
}

interface Sent {
  /** `null` if there is no base run. */
  readonly began: StartedRows | null;
  readonly quarantined: ReadonlySet<number>;
  readonly only: ReadonlySet<number> | undefined;
}

function errorsOf(
  { length, ids, testIds, occurrences, ranks, seqs, signatures, authors }: FailingResults,
  { began, quarantined, only }: Sent,
): GroupTotals[] {
  const errors = signatures.values.map((key) => emptyTotals(key));
  for (let index = 0; index < length; index++) {
    const error = errors[signatures.codes[index] as number];
    if (error === undefined || (only !== undefined && !only.has(ids[index] as number))) continue;
    const [rank, seq] = [ranks[index] as number, seqs[index] as number];
    error.byRank[rank] = (error.byRank[rank] as number) + 1;
    keepFirst(error, { rank, seq });
    if (rank > 1) continue;
    const testId = testIds[index] as number;
    const row = { testId, occurrence: occurrences[index] as number };
    if (began?.new.has(row)) error.newFailures += 1;
    else if (began?.back.has(row)) error.backAgain += 1;
    else if (began !== null) error.knownFailures += 1;
    if (quarantined.has(testId)) error.quarantined += 1;
    if (error.failedTests.size < maxTests)
      error.failedTests.set(testId, authors.values[authors.codes[index] as number]);
  }
  return errors.filter(({ rank }) => rank !== Infinity);
}

function emptyTotals(key: string): GroupTotals {
  return {
    key,
    byRank: byRanks(),
    newFailures: 0,
    backAgain: 0,
    knownFailures: 0,
    quarantined: 0,
    failedTests: new Map(),
    rank: Infinity,
    seq: Infinity,
  };
}

function keepFirst(error: GroupTotals, { rank, seq }: Pick<GroupTotals, "rank" | "seq">): void {
  if (byListIndex({ rank, seq }, error) < 0) Object.assign(error, { rank, seq });
}

interface CauseGroup extends GroupTotals {
  readonly groupId: number | null;
}

/** Groups errors by cause. An error that is not collected yet is its own cause. */
async function groupedByCause(db: Db, projectId: number, errors: readonly GroupTotals[]): Promise<CauseGroup[]> {
  if (errors.length === 0) return [];
  const { rows } = await sql<{ signature: string; groupId: number; key: string }>`
    select given.signature, cause."groupId", cause.key
      from unnest(${texts(errors.map(({ key }) => key))}::text[]) as given (signature)
     cross join lateral (${causeOf(projectId, sql`given.signature`)}) cause
  `.execute(db);
  const causes = new Map(rows.map(({ signature, ...cause }) => [signature, cause]));
  const groups = new Map<string, CauseGroup>();
  for (const error of errors) {
    const { key, groupId } = causes.get(error.key) ?? { key: error.key, groupId: null };
    const group = groups.get(key) ?? { ...emptyTotals(key), groupId };
    groups.set(key, group);
    for (const [rank, count] of error.byRank.entries()) group.byRank[rank] = (group.byRank[rank] as number) + count;
    group.newFailures += error.newFailures;
    group.backAgain += error.backAgain;
    group.knownFailures += error.knownFailures;
    group.quarantined += error.quarantined;
    keepFirst(group, error);
    for (const [testId, author] of error.failedTests)
      if (group.failedTests.size < maxTests) group.failedTests.set(testId, author);
  }
  return [...groups.values()];
}

/** Maximum number of tests per group to look up owners for, and for all groups together. Only a few owners are shown. */
const maxTests = 100;
const maxTestsOfAll = 10_000;

interface OwnedGroup extends CauseGroup {
  readonly owners: ReadonlySet<string>;
}

/** Adds the owners of their tests to groups. Uses the author if a test has no owner. */
async function withOwners(db: Db, projectId: number, groups: readonly CauseGroup[]): Promise<OwnedGroup[]> {
  const max = Math.max(1, Math.floor(maxTestsOfAll / Math.max(1, groups.length)));
  const tests = groups.map(({ failedTests }) => [...failedTests].slice(0, max));
  const owners = await ownersOfTests(
    db,
    projectId,
    tests.flat().map(([testId]) => testId),
  );
  return groups.map((group, index) => {
    const names = (tests[index] ?? []).map(([testId, author]) => owners.get(testId) ?? author);
    return { ...group, owners: new Set(names.filter((name) => name !== undefined && name !== "")) as Set<string> };
  });
}

const visibleOwners = 4;

/** Adds error line and class to groups, which only the database has. */
async function described(db: Db, { projectId, runId }: Query, groups: readonly OwnedGroup[]): Promise<FailureGroup[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<{ errorLine: string | null } & Omit<GroupCause, "groupId">>`
    select first.error_line as "errorLine", f.class, f.sub_class as "subClass"
      from unnest(${numbers(groups.map(({ rank }) => rank))}::smallint[], ${numbers(groups.map(({ seq }) => seq))}::integer[],
                  ${numbers(groups.map(({ groupId }) => groupId))}::bigint[]) with ordinality as given (rank, seq, group_id, n)
      left join lateral (
             select error_line from result
              where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null
                and rank = given.rank and seq = given.seq
              limit 1) first on true
      left join failure_group f on f.project_id = ${opaqueProjectId(projectId)} and f.id = given.group_id
     order by given.n
  `.execute(db);
  return groups.map((group, index): FailureGroup => {
    const { key, byRank, newFailures, backAgain, knownFailures, quarantined, owners, groupId } = group;
    const { errorLine, class: primaryClass, subClass } = rows[index] as (typeof rows)[number];
    const named = [...owners].toSorted().slice(0, visibleOwners);
    return {
      key,
      ...countsOf(byRank),
      newFailures,
      backAgain,
      knownFailures,
      quarantined,
      owners: named,
      errorLine,
      groupId,
      class: primaryClass,
      subClass,
    };
  });
}

function restOf({ run }: FailingResults, groups: readonly GroupTotals[]): Counts {
  const all = byRanks();
  for (const { byRank } of groups)
    for (const [rank, count] of byRank.entries()) all[rank] = (all[rank] as number) + count;
  const { total, passed, failed, errored, skipped, flaky } = countsOf(all);
  return {
    total: run.total - total,
    passed: run.passed - passed,
    failed: run.failed - failed,
    errored: run.errored - errored,
    skipped: run.skipped - skipped,
    flaky: run.flaky - flaky,
  };
}
