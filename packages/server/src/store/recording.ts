import type { ProblemSeverity, TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { packDetails, type StoredDetail } from "#store/result-detail.ts";
import { testIds } from "#store/tests.ts";

/** One decided test, as the recorder hands it over. All text is storable (no NUL, well-formed). */
export interface NewResult {
  /** Identity across runs, a UUID. */
  readonly key: string;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
  readonly status: Exclude<TestStatus, never>;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly worker: number | null;
  readonly durationMs: number | null;
  /** Unix milliseconds. */
  readonly startedAt: number | null;
  readonly browser: string | null;
  readonly author: string | null;
  readonly errorLine: string | null;
  readonly detail: StoredDetail | null;
}

export interface BatchTarget {
  readonly projectId: number;
  readonly runId: number;
  readonly uploadId: number;
  /** Set where the report is one of several shards: then a test that another shard had too is another occurrence. */
  readonly shard: number | null;
}

/** Order of the list. Flaky stands between what failed and what passed: somebody should look at it. */
function rankOf(result: { status: TestStatus; flaky: boolean }): number {
  if (result.status === "passed") return result.flaky ? 3 : 5;
  return { failed: 0, error: 1, running: 2, skipped: 4 }[result.status];
}

interface Existing {
  readonly id: number;
  readonly testId: number;
  readonly occurrence: number;
  readonly generation: number;
  readonly uploadId: number;
  readonly shard: number | null;
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
}

interface Placed extends NewResult {
  readonly testId: number;
  readonly occurrence: number;
  readonly generation: number;
}

/**
 * Writes a batch in one short transaction and moves the run's counters with it, so that they are right at every moment.
 *
 * A test that repeats within its upload, or in another shard, is another occurrence. One that an earlier upload had is
 * that test run again: its row supersedes the earlier one, continues its attempts and is flaky if it passes now.
 *
 * @returns Result ids in the order of the batch.
 */
export async function recordBatch(db: Db, target: BatchTarget, results: readonly NewResult[]): Promise<number[]> {
  if (results.length === 0) return [];
  return db.transaction().execute(async (transaction) => {
    const { projectId, runId } = target;
    const locked = await sql<{ total: number }>`
      select r.total from run r
        join upload u on u.project_id = r.project_id and u.run_id = r.id and u.id = ${target.uploadId} and u.status = 'receiving'
       where r.project_id = ${projectId} and r.id = ${runId}
         for update of r
    `.execute(transaction);
    const run = locked.rows[0];
    if (run === undefined) throw new Error(`Upload ${target.uploadId} was taken back while it was written.`);
    const ids = await testIds(transaction, projectId, runId, results);
    const existing = await existingResults(transaction, target, [...ids.ids.values()], ids.allNew);
    const { placed, superseded } = place(results, ids.ids, existing, target);
    const detailId = await insertDetails(transaction, target, placed);
    const resultIds = await insertResults(transaction, target, placed, run.total, detailId);
    if (superseded.length > 0) {
      await sql`
        update result set superseded_by = ${target.uploadId}
         where project_id = ${projectId} and id = any(${superseded.map(({ id }) => id)}::bigint[])
      `.execute(transaction);
    }
    await moveCounters(transaction, target, placed, superseded);
    return resultIds;
  });
}

async function existingResults(
  transaction: Db,
  target: BatchTarget,
  testIdList: number[],
  allNew: boolean,
): Promise<Existing[]> {
  // Tests that were never seen before cannot have a result in this run.
  if (allNew) return [];
  // One probe of the index per test, as in `testIds`: the planner would rather read the whole run for each batch.
  const { rows } = await sql<Existing>`
    select r.id, r.test_id as "testId", r.occurrence, r.generation, r.upload_id as "uploadId", u.shard, r.status,
           r.first_status as "firstStatus", r.flaky, r.retries, r.duration_ms as "durationMs"
      from unnest(${testIdList}::bigint[]) as given (test_id)
     cross join lateral (
             select * from result
              where project_id = ${target.projectId} and test_id = given.test_id and run_id = ${target.runId} and superseded_by is null
             offset 0) r
      join upload u on u.project_id = r.project_id and u.id = r.upload_id
     order by r.test_id, r.occurrence
  `.execute(transaction);
  return rows;
}

/** Decides for each result whether it stands for itself or runs an earlier one again. */
function place(
  results: readonly NewResult[],
  ids: Map<string, number>,
  existing: readonly Existing[],
  target: BatchTarget,
) {
  const byTest = Map.groupBy(existing, ({ testId }) => testId);
  const highest = new Map<number, number>();
  const placed: Placed[] = [];
  const superseded: Existing[] = [];
  for (const result of results) {
    const testId = ids.get(result.key) as number;
    const earlier = byTest.get(testId) ?? [];
    const at = earlier.findIndex(
      (other) =>
        other.uploadId !== target.uploadId &&
        (target.shard === null || other.shard === null || other.shard === target.shard),
    );
    const again = at < 0 ? undefined : earlier.splice(at, 1)[0];
    if (again === undefined) {
      const occurrence =
        Math.max(highest.get(testId) ?? 0, ...(existing.length === 0 ? [] : earlier.map((other) => other.occurrence))) +
        1;
      highest.set(testId, occurrence);
      placed.push({ ...result, testId, occurrence, generation: 0 });
    } else {
      highest.set(testId, Math.max(highest.get(testId) ?? 0, again.occurrence));
      superseded.push(again);
      placed.push({
        ...result,
        testId,
        occurrence: again.occurrence,
        generation: again.generation + 1,
        firstStatus: again.firstStatus,
        flaky:
          result.status === "passed" &&
          (result.flaky || again.flaky || again.status === "failed" || again.status === "error"),
        retries: again.retries + 1 + result.retries,
        durationMs:
          result.durationMs === null && again.durationMs === null
            ? null
            : (result.durationMs ?? 0) + (again.durationMs ?? 0),
      });
    }
  }
  return { placed, superseded };
}

async function insertDetails(transaction: Db, target: BatchTarget, placed: readonly Placed[]): Promise<number | null> {
  const details = placed.flatMap(({ detail }) => (detail === null ? [] : [detail]));
  if (details.length === 0) return null;
  const { rows } = await sql<{ id: number }>`
    insert into result_detail (project_id, run_id, upload_id, details)
    values (${target.projectId}, ${target.runId}, ${target.uploadId}, ${packDetails(details)})
    returning id
  `.execute(transaction);
  return (rows[0] as { id: number }).id;
}

async function insertResults(
  transaction: Db,
  target: BatchTarget,
  placed: readonly Placed[],
  firstSeq: number,
  detailId: number | null,
): Promise<number[]> {
  let slot = 0;
  const slots = placed.map(({ detail }) => (detail === null ? null : slot++));
  const column = <T>(of: (result: Placed) => T) => placed.map(of);
  const { rows } = await sql<{ id: number; seq: number }>`
    insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky, retries,
                        worker, duration_ms, started_at, browser, author, error_line, detail_id, detail_slot)
    select ${target.projectId}, ${target.runId}, ${target.uploadId}, ${firstSeq} + n, test_id, occurrence, generation, rank, status, first_status,
           flaky, retries, worker, duration_ms, to_timestamp(started_at / 1000), browser, author, error_line,
           case when detail_slot is null then null else ${detailId}::bigint end, detail_slot
      from unnest(${column((r) => r.testId)}::bigint[], ${column((r) => r.occurrence)}::smallint[], ${column((r) => r.generation)}::smallint[],
                  ${column(rankOf)}::smallint[], ${column((r) => r.status)}::text[], ${column((r) => r.firstStatus)}::text[],
                  ${column((r) => r.flaky)}::boolean[], ${column((r) => Math.min(r.retries, 32_767))}::smallint[],
                  ${column((r) => (r.worker === null ? null : Math.min(Math.max(r.worker, -1), 32_767)))}::smallint[],
                  ${column((r) => r.durationMs)}::real[], ${column((r) => r.startedAt)}::double precision[],
                  ${column((r) => r.browser)}::text[], ${column((r) => r.author)}::text[], ${column((r) => r.errorLine)}::text[], ${slots}::smallint[])
           with ordinality
           as given (test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, started_at,
                     browser, author, error_line, detail_slot, n)
    returning id, seq
  `.execute(transaction);
  return rows.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
}

/** Adds what is new and takes away what it supersedes. */
async function moveCounters(
  transaction: Db,
  target: BatchTarget,
  placed: readonly Placed[],
  superseded: readonly Existing[],
): Promise<void> {
  const difference = (counts: (result: Placed | Existing) => number) =>
    placed.reduce((sum, result) => sum + counts(result), 0) -
    superseded.reduce((sum, result) => sum + counts(result), 0);
  const having = (status: TestStatus) => difference((result) => (result.status === status ? 1 : 0));
  await sql`
    update run
       set total = total + ${placed.length - superseded.length}, passed = passed + ${having("passed")}, failed = failed + ${having("failed")},
           errored = errored + ${having("error")}, skipped = skipped + ${having("skipped")},
           flaky = flaky + ${difference((result) => (result.flaky ? 1 : 0))},
           first_passed = first_passed + ${difference((result) => (result.firstStatus === "passed" ? 1 : 0))},
           test_duration_ms = test_duration_ms + ${difference((result) => result.durationMs ?? 0)}, last_event_at = now()
     where project_id = ${target.projectId} and id = ${target.runId}
  `.execute(transaction);
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
