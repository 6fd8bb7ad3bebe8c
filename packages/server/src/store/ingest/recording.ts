import type { ProblemSeverity } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { copiedText, copiedValue } from "#store/copy-lines.ts";
import { type Db, isCopyViolation, onClient } from "#store/db.ts";
import { createIdAllocator, type IdAllocator } from "#store/id-allocator.ts";
import { inTransaction } from "#store/in-transaction.ts";
import type { BatchArtifact, BatchTarget } from "./batch.ts";
import { recordOverlap, resultsOfTests, takeAway } from "./existing-results.ts";
import { countsOf, type Existing, matchResults, type MatchedBatch } from "@plumb/analysis/executions/match-results.ts";
import { copiedResults, type ResultRows, resultsOfRows, resultTable, type RowResult } from "./result-rows.ts";
import { executePipeline, type PipelineStep } from "#store/pipeline.ts";
import { authorsOfBatch } from "#store/runs/run-authors.ts";
import { findTests, makeTests } from "#store/tests/tests.ts";
import { RolledBackError } from "./rolled-back-error.ts";
import { asyncCommit } from "#store/async-commit.ts";

/** Tests of a batch that is not written yet. */
export interface BatchTests {
  readonly ids: ReadonlyMap<string, number>;
  /** True if the run may already have results of these tests. */
  readonly repeated: boolean;
}

/** Results of a report with their details and artifacts. */
export interface RowBatch {
  readonly rows: ResultRows;
  /** Packed details in the order of the detailed results; `null` if there are none. */
  readonly details: Uint8Array | null;
  readonly artifacts: readonly BatchArtifact[];
}

/** Writes the batches of a source, each in one short transaction that also updates the run's counters, so that they are always correct. */
export interface Recording {
  /**
   * Finds or creates the tests of a batch. Needs no lock on the run, so it can run while the previous batch is written. If the source fails, tests
   * without results remain; they are invisible, and a retry uses them.
   */
  identify(rows: Pick<ResultRows, "keys" | "tests">): Promise<BatchTests>;
  /**
   * Prepares a batch while the database writes the previous one, and returns the function that writes it. Batches
   * are written in order.
   */
  prepare(batch: RowBatch, tests: BatchTests): () => Promise<void>;
}

/** Maximum number of tests in memory. Above it, they are looked up in the database. */
const maxKnownTests = 50_000;

/** State shared by the sources that one request adds to a run, so that small files do not repeat the lookups. */
export interface RunRecording {
  readonly newTests: IdAllocator;
  readonly newResults: IdAllocator;
  readonly newDetails: IdAllocator;
  /** A source that only had new tests usually continues that way, so its tests are inserted without a lookup. */
  likelyNew: boolean;
  /** Number of tests in the run at the start of the request. */
  atStart: Promise<number> | null;
  /** Number of tests in the run. Valid while no other request writes to the run. */
  total: number | null;
  /** Ids of the tests in the run if the run was empty at the start; `null` if they must be looked up. */
  known: Set<number> | null;
}

export function createRunRecording(db: Db): RunRecording {
  return {
    newTests: createIdAllocator(db, "test_id_seq"),
    newResults: createIdAllocator(db, "result_id_seq"),
    newDetails: createIdAllocator(db, "result_detail_id_seq"),
    likelyNew: false,
    atStart: null,
    total: null,
    known: new Set(),
  };
}

/**
 * A test that repeats within its source or in another shard is a separate occurrence. If an earlier source has the test, it was run again: the new
 * row supersedes the earlier one, continues its attempts and is flaky if the test passes now.
 */
export function createRecording(db: Db, target: BatchTarget, run = createRunRecording(db)): Recording {
  /** Returns true if the run may already have results for one of these tests. */
  const isRepeated = async (ids: readonly number[]) => {
    if (run.known === null) return (await existingResults(db, target, ids)).length > 0;
    return ids.some((id) => run.known?.has(id));
  };
  const note = (ids: Iterable<number>) => {
    for (const id of ids) run.known?.add(id);
    if ((run.known?.size ?? 0) > maxKnownTests) run.known = null;
  };
  return {
    async identify({ keys, tests }) {
      run.atStart ??= totalOf(db, target);
      if ((await run.atStart) > 0) run.known = null;
      run.total ??= await run.atStart;
      const lines = new Map(keys.map((key, index) => [key, tests[index] as string]));
      const made = run.likelyNew ? await makeTests(db, target, lines, run.newTests) : null;
      if (made !== null) {
        note(made.values());
        return { ids: made, repeated: false };
      }
      const { ids, allNew } = await findOrMakeTests(db, target, lines, run.newTests);
      run.likelyNew = allNew;
      // New tests have no result in this run, unless another source is adding them now. `isWritten` detects that.
      const repeated = !allNew && (await isRepeated([...ids.values()]));
      note(ids.values());
      return { ids, repeated };
    },
    prepare(batch, { ids, repeated }) {
      const results = resultsOfRows(batch.rows);
      const placed = matchResults(results, ids, [], target);
      return async () => {
        const rowIds: RowIds = {
          results: await run.newResults.take(results.length),
          detail: batch.details === null ? null : ((await run.newDetails.take(1))[0] as number),
        };
        const isWritten = async (before: number) => {
          try {
            const steps = batchSteps(db, target, batch, placed, rowIds, before);
            await onClient(db, (client) => executePipeline(client, steps));
            run.total = before + results.length;
            return true;
          } catch (error) {
            // Another source wrote to the run at the same time, possibly one of these tests. Nothing was written.
            if (isCopyViolation(error)) return false;
            throw error;
          }
        };
        if (!repeated) {
          if (run.total !== null && (await isWritten(run.total))) return;
          // Another request writes to the run, so the cached tests are out of date.
          if (run.known === null && (await isWritten(await totalOf(db, target)))) return;
          run.known = null;
        }
        run.total = await recordAgain(db, target, batch, results, ids, rowIds);
      };
    },
  };
}

/** Returns the ids of tests by key. Creates missing tests from their lines. */
async function findOrMakeTests(
  db: Db,
  target: BatchTarget,
  lines: ReadonlyMap<string, string>,
  newTests: IdAllocator,
): Promise<{ ids: Map<string, number>; allNew: boolean }> {
  let allNew = true;
  for (;;) {
    const ids = await findTests(db, target.projectId, [...lines.keys()]);
    if (ids.size > 0) allNew = false;
    const missing = new Map([...lines].filter(([key]) => !ids.has(key)));
    if (missing.size === 0) return { ids, allNew };
    const made = await makeTests(db, target, missing, newTests);
    // `null` if another source inserted one of them at the same time; the next lookup finds it.
    if (made !== null) return { ids: new Map([...ids, ...made]), allNew };
  }
}

/** Ids that were allocated from their sequences before the rows are written. */
interface RowIds {
  readonly results: readonly number[];
  readonly detail: number | null;
}

/**
 * Writes a batch whose tests may already be in the run.
 *
 * @returns The new number of tests in the run.
 */
async function recordAgain(
  db: Db,
  target: BatchTarget,
  batch: RowBatch,
  results: readonly RowResult[],
  ids: ReadonlyMap<string, number>,
  rowIds: RowIds,
): Promise<number> {
  const { projectId, runId, sourceId } = target;
  return onClient(db, (client, connection) =>
    inTransaction(connection, async (transaction) => {
      const { rows } = await sql<{ total: number; isReceiving: boolean }>`
      select r.total, exists (
               select from upload u
                where u.project_id = ${projectId} and u.run_id = r.id and u.id = ${sourceId} and u.status = 'receiving') as "isReceiving"
        from run r where r.project_id = ${projectId} and r.id = ${runId}
         for update
    `.execute(transaction);
      const [run] = rows;
      if (run?.isReceiving !== true) throw new RolledBackError(sourceId);
      const existing = await existingResults(transaction, target, [...ids.values()]);
      const placed = matchResults(results, ids, existing, target);
      if (existing.some((other) => other.sourceId !== sourceId))
        await recordOverlap(transaction, projectId, [sourceId]);
      await takeAway(transaction, projectId, [{ target, placed }]);
      await executePipeline(client, batchSteps(transaction, target, batch, placed, rowIds, run.total));
      return run.total + countsOf(placed).total;
    }),
  );
}

async function existingResults(db: Db, target: BatchTarget, testIdList: readonly number[]): Promise<Existing[]> {
  const { projectId, runId } = target;
  return resultsOfTests(
    db,
    projectId,
    testIdList.map((testId) => ({ runId, testId })),
  );
}

async function totalOf(db: Db, { projectId, runId }: BatchTarget): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select total from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Returns the statements that write a batch in one pipeline, so that the next batch can be read at the same time. The first statement locks the run,
 * adds the new results to the counters and subtracts superseded ones. It sets the total to null, which its column rejects, unless the run has the
 * expected number of tests and the source still exists.
 *
 * @param before Number of tests in the run. The pipeline violates a constraint if the number differs or a result exists already.
 */
function batchSteps(
  db: Db,
  target: BatchTarget,
  { rows, details, artifacts }: RowBatch,
  placed: MatchedBatch<RowResult>,
  ids: RowIds,
  before: number,
): PipelineStep[] {
  const { projectId, runId, sourceId } = target;
  const counts = countsOf(placed);
  const authors = authorsOfBatch(projectId, placed.placed);
  const detail =
    details === null
      ? sql`select from target`
      : sql`insert into result_detail (id, project_id, run_id, upload_id, details)
            select ${ids.detail}::bigint, ${projectId}::bigint, ${runId}::bigint, ${sourceId}::bigint, ${details}::bytea from target`;
  const counted = sql`
    with target as (
      update run r
         set total = case when r.total = ${before}::integer and exists (
               select from upload u
                where u.project_id = ${projectId} and u.run_id = r.id and u.id = ${sourceId} and u.status = 'receiving')
             then r.total + ${counts.total} end,
             passed = r.passed + ${counts.passed}, failed = r.failed + ${counts.failed},
             errored = r.errored + ${counts.errored}, skipped = r.skipped + ${counts.skipped},
             running = r.running + ${counts.running}, flaky = r.flaky + ${counts.flaky},
             first_passed = r.first_passed + ${counts.firstPassed},
             test_duration_ms = r.test_duration_ms + ${counts.durationMs}, last_event_at = now(),
             revision = r.revision + 1${authors.assignments}
       where r.project_id = ${projectId} and r.id = ${runId}
      returning ${asyncCommit()}
    ), detail as (${detail})${authors.learned}
    select from target
  `.compile(db);
  const owner = { projectId, runId, sourceId, detailId: ids.detail };
  const steps: PipelineStep[] = [
    counted,
    { into: resultTable, lines: copiedResults(rows, placed.placed, owner, ids.results, before) },
  ];
  if (artifacts.length > 0) steps.push({ into: artifactTable, lines: copiedArtifacts(artifacts, target, ids.results) });
  return steps;
}

const artifactTable =
  "artifact (project_id, run_id, upload_id, result_id, attempt, step, kind, name, content_type, path, size, blob_hash)";

function copiedArtifacts(
  artifacts: readonly BatchArtifact[],
  { projectId, runId, sourceId }: BatchTarget,
  results: readonly number[],
): string {
  const lines = artifacts.map((artifact) =>
    [
      ...[projectId, runId, sourceId, results[artifact.index] as number, artifact.attempt, artifact.step].map(
        copiedValue,
      ),
      ...[artifact.kind, artifact.name, artifact.contentType, artifact.path].map(copiedText),
      copiedValue(artifact.size),
      copiedText(artifact.blobHash),
    ].join("\t"),
  );
  return lines.map((line) => `${line}\n`).join("");
}

/** Stores the problems of one source and adds them to the counter of the run. */
export async function recordProblems(
  transaction: Db,
  target: BatchTarget,
  problems: readonly { severity: ProblemSeverity; file: string | null; line: number | null; reason: string }[],
): Promise<void> {
  if (problems.length === 0) return;
  await sql`
    insert into problem (project_id, run_id, upload_id, severity, file, line, reason)
    select ${target.projectId}, ${target.runId}, ${target.sourceId}, severity, file, line, reason
      from unnest(${problems.map((p) => p.severity)}::text[], ${problems.map((p) => p.file)}::text[], ${problems.map((p) => p.line)}::integer[],
                  ${problems.map((p) => p.reason)}::text[]) as given (severity, file, line, reason)
  `.execute(transaction);
  await sql`
    update run set problem_count = problem_count + ${problems.length} where project_id = ${target.projectId} and id = ${target.runId}
  `.execute(transaction);
}
