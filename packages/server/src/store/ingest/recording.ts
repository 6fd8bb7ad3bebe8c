import type { ProblemSeverity, TestStatus } from "@plumb/contract/result-event.ts";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { anyProject } from "#store/any-project.ts";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";
import type { Batch, BatchArtifact, BatchTarget, NewResult } from "#store/ingest/batch.ts";
import { type Existing, place, type Placed, type PlacedBatch } from "#store/ingest/place-results.ts";
import { authorsOfBatch } from "#store/runs/run-authors.ts";
import { testIds } from "#store/tests/tests.ts";
import { unflushed } from "#store/unflushed.ts";
import { inTransaction } from "#store/in-transaction.ts";

/** The rank of what is not decided yet. */
export const undecidedRank = 2;

/** Order of the list. Flaky stands between what failed and what passed: somebody should look at it. */
function rankOf(result: { status: TestStatus; flaky: boolean }): number {
  if (result.status === "passed") return result.flaky ? 3 : 5;
  return { failed: 0, error: 1, announced: undecidedRank, running: undecidedRank, skipped: 4 }[result.status];
}

/** What the store knows of a batch's tests before it is written. */
export interface BatchTests {
  readonly ids: ReadonlyMap<string, number>;
  /** The run may have results of these tests already. */
  readonly repeated: boolean;
  /** No test was ever seen before. */
  readonly allNew: boolean;
}

/**
 * Makes the tests of a batch known. It needs no lock on the run, so it may be done while the batch before is written. If
 * the upload fails, tests without results remain, which nobody sees and the retry finds.
 */
export async function identifyTests(
  db: Db,
  target: BatchTarget,
  results: readonly NewResult[],
  likelyNew = false,
): Promise<BatchTests> {
  const { ids, allNew } = await testIds(db, target.projectId, target.runId, results, likelyNew);
  // Tests that were never seen before cannot have a result in this run, but for one that was made this moment.
  const repeated = !allNew && (await existingResults(db, target, [...ids.values()])).length > 0;
  return { ids, repeated, allNew };
}

/**
 * Makes a batch ready and returns the way to write it: in one short transaction, which moves the run's counters with it, so
 * that they are right at every moment. Apart, because a batch is made ready while the database writes the one before.
 *
 * A test that repeats within its upload, or in another shard, is another occurrence. One that an earlier upload had is
 * that test run again: its row supersedes the earlier one, continues its attempts and is flaky if it passes now.
 */
export function prepareBatch(
  db: Db,
  target: BatchTarget,
  batch: Batch,
  { ids, repeated }: BatchTests,
): () => Promise<void> {
  if (repeated) return () => recordAgain(db, target, batch, ids);
  const statement = batchStatement(db, target, place(batch.results, ids, [], target), batch);
  return async () => {
    try {
      await execute(db, target, statement);
    } catch (error) {
      // Somebody recorded one of these tests in this run since we looked. Nothing was written.
      if (!isUniqueViolation(error)) throw error;
      await recordAgain(db, target, batch, ids);
    }
  };
}

/** Writes a batch of which the run may have tests already. */
async function recordAgain(db: Db, target: BatchTarget, batch: Batch, ids: ReadonlyMap<string, number>): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const placed = await makeRoom(transaction, target, batch, ids);
    await execute(transaction, target, batchStatement(transaction, target, placed, batch));
  });
}

/** Decides where the results of a batch belong, and takes away what they take the place of. The run stays locked. */
async function makeRoom(
  transaction: Db,
  target: BatchTarget,
  batch: Batch,
  ids: ReadonlyMap<string, number>,
): Promise<PlacedBatch> {
  await sql`
    select 1 from run where project_id = ${target.projectId} and id = ${target.runId} for update
  `.execute(transaction);
  const existing = await existingResults(transaction, target, [...ids.values()]);
  const placed = place(batch.results, ids, existing, target);
  await takeAway(transaction, target.projectId, [{ target, placed }]);
  return placed;
}

/** Takes away what batches take the place of, and marks what they run again. */
export async function takeAway(
  transaction: Db,
  projectId: number,
  batches: readonly {
    readonly target: BatchTarget;
    readonly placed: Pick<PlacedBatch, "replaced" | "superseded">;
  }[],
): Promise<void> {
  const replaced = batches.flatMap(({ placed }) => placed.replaced.map(({ id }) => id));
  if (replaced.length > 0)
    await sql`
      delete from result where project_id = ${anyProject(projectId)} and id = any(${numbers(replaced)}::bigint[])
    `.execute(transaction);
  const superseded = batches.flatMap(({ target, placed }) =>
    placed.superseded.map(({ id }) => [id, target.uploadId] as const),
  );
  if (superseded.length > 0)
    await sql`
      update result r set superseded_by = given.upload_id
        from unnest(${numbers(superseded.map(([id]) => id))}::bigint[], ${numbers(superseded.map(([, by]) => by))}::bigint[]) as given (id, upload_id)
       where r.project_id = ${anyProject(projectId)} and r.id = given.id
    `.execute(transaction);
}

async function existingResults(db: Db, target: BatchTarget, testIdList: readonly number[]): Promise<Existing[]> {
  const { projectId, runId } = target;
  return resultsOfTests(
    db,
    projectId,
    testIdList.map((testId) => ({ runId, testId })),
  );
}

/** Results that runs have of these tests, those left out that a later upload ran again. */
export async function resultsOfTests(
  db: Db,
  projectId: number,
  tests: readonly { readonly runId: number; readonly testId: number }[],
): Promise<(Existing & { readonly runId: number })[]> {
  // One probe of the unique index per test, as in `testIds`. What is superseded is left out after the probe: named
  // inside, it would let the planner read the whole run for each test, by the index of the list.
  const { rows } = await sql<Existing & { readonly runId: number }>`
    select r.id, r.seq, r.run_id as "runId", r.test_id as "testId", r.occurrence, r.generation, r.upload_id as "uploadId", u.shard,
           r.status, r.first_status as "firstStatus", r.flaky, r.retries, r.duration_ms as "durationMs"
      from unnest(${numbers(tests.map(({ runId }) => runId))}::bigint[], ${numbers(tests.map(({ testId }) => testId))}::bigint[])
           as given (run_id, test_id)
     cross join lateral (
             select * from result
              where project_id = ${anyProject(projectId)} and test_id = given.test_id and run_id = given.run_id
              order by occurrence, generation
             offset 0) r
      join upload u on u.project_id = r.project_id and u.id = r.upload_id
     where r.superseded_by is null
     order by r.run_id, r.test_id, r.occurrence
  `.execute(db);
  return rows;
}

interface BatchStatement {
  readonly query: CompiledQuery<{ count: number }>;
  /** Results that it writes. */
  readonly count: number;
}

/** @throws A unique violation if the run has one of these results already. */
async function execute(db: Db, { uploadId }: BatchTarget, { query, count }: BatchStatement): Promise<void> {
  const { rows } = await db.executeQuery(query);
  if (rows[0]?.count !== count) throw new Error(`Upload ${uploadId} was taken back while it was written.`);
}

/** How much a batch moves each counter of its run. */
export function countsOf({ placed, superseded, replaced }: PlacedBatch) {
  const difference = (counts: (result: Placed | Existing) => number) =>
    placed.reduce((sum, result) => sum + counts(result), 0) -
    [...superseded, ...replaced].reduce((sum, result) => sum + counts(result), 0);
  const having = (status: TestStatus) => difference((result) => (result.status === status ? 1 : 0));
  return {
    total: difference(() => 1),
    passed: having("passed"),
    failed: having("failed"),
    errored: having("error"),
    skipped: having("skipped"),
    running: having("running"),
    flaky: difference((result) => (result.flaky ? 1 : 0)),
    firstPassed: difference((result) => (result.firstStatus === "passed" ? 1 : 0)),
    durationMs: difference((result) => result.durationMs ?? 0),
  };
}

/** Where each result stands in the details of its batch; null where its row says all there is. */
export function slotsOf(placed: readonly Placed[]): (number | null)[] {
  let slot = 0;
  return placed.map(({ detailed }) => (detailed ? slot++ : null));
}

/** What a row of `result` says of its test, in the order of `resultArrays`: as it is written, selected and given. */
export const resultColumns = {
  written: sql.raw(
    "test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, started_at, attempt_spans, browser, author, error_line, failure_signature, annotations",
  ),
  selected: sql.raw(
    "test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, to_timestamp(started_at / 1000), attempt_spans, browser, author, error_line, failure_signature, annotations::text[]",
  ),
  given: sql.raw(
    "test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, started_at, attempt_spans, browser, author, error_line, failure_signature, annotations",
  ),
} as const;

export function resultArrays(placed: readonly Placed[]): RawBuilder<unknown> {
  const column = (of: (result: Placed) => number | null) => numbers(placed.map(of));
  const textColumn = (of: (result: Placed) => string | null) => texts(placed.map(of));
  return sql`${column((r) => r.testId)}::bigint[], ${column((r) => r.occurrence)}::smallint[], ${column((r) => r.generation)}::smallint[],
    ${column(rankOf)}::smallint[], ${textColumn((r) => r.status)}::text[], ${textColumn((r) => r.firstStatus)}::text[],
    ${booleans(placed.map((r) => r.flaky))}::boolean[], ${column((r) => Math.min(r.retries, 32_767))}::smallint[],
    ${column((r) => (r.worker === null ? null : Math.min(Math.max(r.worker, -1), 32_767)))}::smallint[],
    ${column((r) => r.durationMs)}::real[], ${column((r) => r.startedAt)}::double precision[],
    ${textColumn(spansOf)}::jsonb[],
    ${textColumn((r) => r.browser)}::text[], ${textColumn((r) => r.author)}::text[], ${textColumn((r) => r.errorLine)}::text[],
    ${textColumn((r) => r.failureSignature)}::text[],
    ${textColumn(({ annotations }) => (annotations.length === 0 ? null : texts(annotations)))}::text[]`;
}

/**
 * One statement, so that the database works on a batch while the next one is read, instead of waiting for our next word
 * eight times. It takes the run's lock first. What is new is added to the counters, what it supersedes taken away.
 */
function batchStatement(
  db: Db,
  target: BatchTarget,
  { placed, superseded, replaced }: PlacedBatch,
  { details, artifacts }: Pick<Batch, "artifacts" | "details">,
): BatchStatement {
  const counts = countsOf({ placed, superseded, replaced });
  const owner = sql`${target.projectId}::bigint, ${target.runId}::bigint, ${target.uploadId}::bigint`;
  const written =
    details === null
      ? sql`select null::bigint as id from target`
      : sql`insert into result_detail (project_id, run_id, upload_id, details) select ${owner}, ${details}::bytea from target returning id`;
  const authors = authorsOfBatch(target.projectId, placed);
  const query = sql<{ count: number }>`
    with target as (
      update run r
         set total = r.total + ${counts.total}, passed = r.passed + ${counts.passed}, failed = r.failed + ${counts.failed},
             errored = r.errored + ${counts.errored}, skipped = r.skipped + ${counts.skipped},
             running = r.running + ${counts.running}, flaky = r.flaky + ${counts.flaky},
             first_passed = r.first_passed + ${counts.firstPassed},
             test_duration_ms = r.test_duration_ms + ${counts.durationMs}, last_event_at = now(),
             revision = r.revision + 1${authors.assignments}
        from upload u
       where r.project_id = ${target.projectId} and r.id = ${target.runId}
         and u.project_id = r.project_id and u.run_id = r.id and u.id = ${target.uploadId} and u.status = 'receiving'
      returning r.total - ${counts.total} as first_seq, ${unflushed}
    ), detail as (${written}), written as (
    insert into result (project_id, run_id, upload_id, seq, ${resultColumns.written}, detail_id, detail_slot)
    select ${owner}, target.first_seq + n, ${resultColumns.selected},
           case when detail_slot is null then null else detail.id end, detail_slot
      from target, detail,
           unnest(${resultArrays(placed)}, ${numbers(slotsOf(placed))}::smallint[])
           with ordinality
           as given (${resultColumns.given}, detail_slot, n)
    returning id, seq
    )${authors.learned}${artifacts.length === 0 ? sql`` : filed(owner, artifacts)}
    select count(*)::integer as count from written
  `.compile(db);
  return { query, count: placed.length };
}

/** Null where the row itself says when its only attempt ran. One that runs an earlier result again has that one's time in its own. */
function spansOf({ attempts, generation }: Placed): string | null {
  return attempts.length > 1 || generation > 0 ? JSON.stringify(attempts) : null;
}

/** The part of the statement that writes the artifacts of the results that it has just written. */
function filed(owner: RawBuilder<unknown>, artifacts: readonly BatchArtifact[]): RawBuilder<unknown> {
  const column = (of: (artifact: BatchArtifact) => number | null) => numbers(artifacts.map(of));
  const textColumn = (of: (artifact: BatchArtifact) => string | null) => texts(artifacts.map(of));
  return sql`, filed as (
    insert into artifact (project_id, run_id, upload_id, result_id, attempt, step, kind, name, content_type, path, size, blob_hash)
    select ${owner}, written.id, attempt, step, kind, name, content_type, path, size, blob_hash
      from unnest(${column((a) => a.index + 1)}::integer[], ${column((a) => a.attempt)}::smallint[], ${column((a) => a.step)}::integer[], ${textColumn((a) => a.kind)}::text[],
                  ${textColumn((a) => a.name)}::text[], ${textColumn((a) => a.contentType)}::text[], ${textColumn((a) => a.path)}::text[],
                  ${column((a) => a.size)}::bigint[], ${textColumn((a) => a.blobHash)}::text[])
           with ordinality
           as given (result, attempt, step, kind, name, content_type, path, size, blob_hash, n),
           target, written
     where written.seq = target.first_seq + given.result
     order by n
    )`;
}

/** Problems of one upload, at most as many as the caller kept; the run counts them. */
export async function recordProblems(
  transaction: Db,
  target: BatchTarget,
  problems: readonly { severity: ProblemSeverity; file: string | null; line: number | null; reason: string }[],
): Promise<void> {
  if (problems.length === 0) return;
  await sql`
    insert into problem (project_id, run_id, upload_id, severity, file, line, reason)
    select ${target.projectId}, ${target.runId}, ${target.uploadId}, severity, file, line, reason
      from unnest(${problems.map((p) => p.severity)}::text[], ${problems.map((p) => p.file)}::text[], ${problems.map((p) => p.line)}::integer[],
                  ${problems.map((p) => p.reason)}::text[]) as given (severity, file, line, reason)
  `.execute(transaction);
  await sql`
    update run set problem_count = problem_count + ${problems.length} where project_id = ${target.projectId} and id = ${target.runId}
  `.execute(transaction);
}
