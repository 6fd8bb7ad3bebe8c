import type { TestStatus } from "@plumb/contract/result-event.ts";
import { type RawBuilder, sql } from "kysely";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { idsOf, nextIds } from "#store/id-allocator.ts";
import type { BatchTarget, NewResult } from "./batch.ts";
import { recordOverlap, resultsOfTests, takeAway } from "./existing-results.ts";
import {
  countsOf,
  isUndecided,
  matchResults,
  type MatchedResult,
  type MatchedBatch,
} from "@plumb/analysis/executions/match-results.ts";
import { rankOf, retriesOf, workerOf } from "./result-values.ts";
import { authorsOfBatch } from "#store/runs/run-authors.ts";

/** Results of one live source. The details are packed in the order of the results. */
export interface LiveResults {
  readonly target: BatchTarget;
  readonly results: readonly NewResult[];
  readonly details: Uint8Array | null;
}

/** A result with the id and position of its row. */
interface Numbered extends MatchedResult<NewResult> {
  readonly id: number;
  readonly seq: number;
}

interface NumberedBatch {
  readonly target: BatchTarget;
  readonly placed: MatchedBatch<NewResult>;
  readonly rows: readonly Numbered[];
  readonly details: { readonly id: number; readonly packed: Uint8Array } | null;
}

/**
 * Writes results of many live sources of a project in few statements and returns the ids of their rows. A result that replaces an unfinished one
 * keeps its id and position, so open pages stay valid.
 *
 * @param totals Number of tests per run; the runs are locked.
 * @param ids Ids of the tests by key.
 */
export async function recordLiveResults(
  transaction: Db,
  projectId: number,
  totals: ReadonlyMap<number, number>,
  batches: readonly LiveResults[],
  ids: ReadonlyMap<string, number>,
): Promise<number[][]> {
  const written: number[][] = [];
  const now = new Map(totals);
  for (const wave of wavesOf(batches, ids)) {
    const numbered = await numberedBatches(transaction, projectId, now, wave, ids);
    await write(transaction, projectId, numbered);
    for (const { target, rows } of numbered) await learnAuthors(transaction, target, rows);
    written.push(...numbered.map(({ rows }) => rows.map(({ id }) => id)));
  }
  return written;
}

/** Splits batches, in order, into groups that can be written together: batches of a group have no test of the same run in common. */
function wavesOf(batches: readonly LiveResults[], ids: ReadonlyMap<string, number>): LiveResults[][] {
  const waves: LiveResults[][] = [];
  let seen = new Set<string>();
  for (const batch of batches) {
    const names = batch.results.map(({ key }) => `${batch.target.runId} ${ids.get(key)}`);
    const wave = waves.at(-1);
    if (wave === undefined || names.some((name) => seen.has(name))) {
      waves.push([batch]);
      seen = new Set(names);
    } else {
      wave.push(batch);
      for (const name of names) seen.add(name);
    }
  }
  return waves;
}

async function numberedBatches(
  transaction: Db,
  projectId: number,
  totals: Map<number, number>,
  batches: readonly LiveResults[],
  ids: ReadonlyMap<string, number>,
): Promise<NumberedBatch[]> {
  const lookups = batches.flatMap(({ target, results }) =>
    [...new Set(results.map(({ key }) => ids.get(key) as number))].map((testId) => ({ runId: target.runId, testId })),
  );
  const existing = Map.groupBy(await resultsOfTests(transaction, projectId, lookups), ({ runId }) => runId);
  const overlapping = new Set<number>();
  const placed = batches.map(({ target, results, details }) => {
    const own = new Set(results.map(({ key }) => ids.get(key)));
    const there = (existing.get(target.runId) ?? []).filter(({ testId }) => own.has(testId));
    if (there.some(({ sourceId }) => sourceId !== target.sourceId)) overlapping.add(target.sourceId);
    return { target, placed: matchResults(results, ids, there, target), details };
  });
  await recordOverlap(transaction, projectId, [...overlapping]);
  await takeAway(transaction, projectId, placed);
  const fresh = placed.flatMap(({ placed: { placed: rows } }) =>
    rows.filter(({ reuses }) => reuses === undefined),
  ).length;
  const numbersOf = await takeIds(transaction, fresh, placed.filter(({ details }) => details !== null).length);
  return placed.map(({ target, placed: batch, details }): NumberedBatch => {
    let seq = totals.get(target.runId) ?? 0;
    const rows = batch.placed.map((row): Numbered => {
      if (row.reuses !== undefined) return { ...row, ...row.reuses };
      seq += 1;
      return { ...row, id: numbersOf.results.shift() as number, seq };
    });
    totals.set(target.runId, (totals.get(target.runId) ?? 0) + countsOf(batch).total);
    const packed = details === null ? null : { id: numbersOf.details.shift() as number, packed: details };
    return { target, placed: batch, rows, details: packed };
  });
}

async function takeIds(
  transaction: Db,
  results: number,
  details: number,
): Promise<{ results: number[]; details: number[] }> {
  if (results + details === 0) return { results: [], details: [] };
  const { rows } = await sql<{ results: string | null; details: string | null }>`
    select ${nextIds("result_id_seq", results)} as results, ${nextIds("result_detail_id_seq", details)} as details
  `.execute(transaction);
  return { results: idsOf(rows[0]?.results ?? null), details: idsOf(rows[0]?.details ?? null) };
}

/** Updates the counters of the runs and inserts details and rows, in one statement. */
async function write(transaction: Db, projectId: number, batches: readonly NumberedBatch[]): Promise<void> {
  const byRun = Map.groupBy(batches, ({ target }) => target.runId);
  const runs = [...byRun].map(([runId, own]) => ({ runId, counts: own.map(({ placed }) => countsOf(placed)) }));
  const sum = (of: keyof ReturnType<typeof countsOf>) =>
    numbers(runs.map(({ counts }) => counts.reduce((total, count) => total + count[of], 0)));
  const rows = batches.flatMap((batch) => batch.rows);
  const slots = batches.flatMap((batch) => slotsOf(batch.rows));
  const each = (of: (batch: NumberedBatch) => number | null) =>
    numbers(batches.flatMap((batch) => batch.rows.map(() => of(batch))));
  const changed = batches.flatMap(changesOf);
  const packed = batches.flatMap(({ target, details }) => (details === null ? [] : [{ target, ...details }]));
  const { rows: counted } = await sql<{ count: number }>`
    with counted as (
      update run r
         set total = r.total + d.total, passed = r.passed + d.passed, failed = r.failed + d.failed, errored = r.errored + d.errored,
             skipped = r.skipped + d.skipped, running = r.running + d.running, flaky = r.flaky + d.flaky,
             first_passed = r.first_passed + d.first_passed, test_duration_ms = r.test_duration_ms + d.duration_ms,
             revision = r.revision + 1
        from unnest(${numbers(runs.map(({ runId }) => runId))}::bigint[], ${sum("total")}::integer[], ${sum("passed")}::integer[],
                    ${sum("failed")}::integer[], ${sum("errored")}::integer[], ${sum("skipped")}::integer[], ${sum("running")}::integer[],
                    ${sum("flaky")}::integer[], ${sum("firstPassed")}::integer[], ${sum("durationMs")}::double precision[])
             as d (id, total, passed, failed, errored, skipped, running, flaky, first_passed, duration_ms)
       where r.project_id = ${projectId} and r.id = d.id
      returning r.id, r.revision
    ), noted as (
      insert into live_change (project_id, run_id, revision, result_id)
      select ${projectId}::bigint, counted.id, counted.revision, given.result_id
        from unnest(${numbers(changed.map(({ runId }) => runId))}::bigint[], ${numbers(changed.map(({ resultId }) => resultId))}::bigint[])
             as given (run_id, result_id)
        join counted on counted.id = given.run_id
      on conflict do nothing
    ), detailed as (
      insert into result_detail (project_id, id, run_id, upload_id, details)
      select ${projectId}::bigint, id, run_id, upload_id, decode(details, 'base64')
        from unnest(${numbers(packed.map(({ id }) => id))}::bigint[], ${numbers(packed.map(({ target }) => target.runId))}::bigint[],
                    ${numbers(packed.map(({ target }) => target.sourceId))}::bigint[],
                    ${texts(packed.map((detail) => Buffer.from(detail.packed).toString("base64")))}::text[])
             as given (id, run_id, upload_id, details)
    ), written as (
      insert into result (project_id, run_id, upload_id, id, seq, ${resultColumns.written}, detail_id, detail_slot)
      select ${projectId}::bigint, run_id, upload_id, id, seq, ${resultColumns.selected},
             case when detail_slot is null then null else detail_id end, detail_slot
        from unnest(${resultArrays(rows)}, ${each(({ target }) => target.runId)}::bigint[], ${each(({ target }) => target.sourceId)}::bigint[],
                    ${numbers(rows.map(({ id }) => id))}::bigint[], ${numbers(rows.map(({ seq }) => seq))}::integer[],
                    ${each(({ details }) => details?.id ?? null)}::bigint[], ${numbers(slots)}::smallint[])
             as given (${resultColumns.given}, run_id, upload_id, id, seq, detail_id, detail_slot)
      returning 1
    ) select count(*)::integer as count from written
  `.execute(transaction);
  if (counted[0]?.count !== rows.length) throw new Error("Not all results of a live batch were written.");
}

/** Results that have an error, or replaced a result that may have had one; 0 stands for the batch itself. */
function changesOf({ target: { runId }, placed, rows }: NumberedBatch): { runId: number; resultId: number }[] {
  const wrong = rows.filter(
    ({ failureSignature, status, flaky }) => failureSignature !== null || flaky || isRed(status),
  );
  const before = [...placed.replaced, ...placed.superseded].filter(({ status }) => !isUndecided(status));
  return [0, ...[...wrong, ...before].map(({ id }) => id)].map((resultId) => ({ runId, resultId }));
}

function isRed(status: TestStatus): boolean {
  return status === "failed" || status === "error";
}

async function learnAuthors(
  transaction: Db,
  { projectId, runId }: BatchTarget,
  rows: readonly MatchedResult<NewResult>[],
): Promise<void> {
  if (rows.every(({ author }) => author === null)) return;
  const { assignments, learned } = authorsOfBatch(projectId, rows);
  await sql`
    with target as (
      update run r set revision = r.revision${assignments} where r.project_id = ${projectId} and r.id = ${runId} returning 1
    )${learned} select 1
  `.execute(transaction);
}

/** Slot of each result in the details of its batch; `null` if the row contains everything. */
function slotsOf(placed: readonly MatchedResult<NewResult>[]): (number | null)[] {
  let slot = 0;
  return placed.map(({ detailed }) => (detailed ? slot++ : null));
}

/** Columns of `result` in the order of `resultArrays`: target columns, select expressions, and names of the unnested arrays. */
const resultColumns = {
  written: sql.raw(
    "test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, started_at, attempt_spans, browser, author, error_line, failure_signature, annotations, max_retries, timeout_ms, assertions",
  ),
  selected: sql.raw(
    "test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, to_timestamp(started_at / 1000), attempt_spans, browser, author, error_line, failure_signature, annotations::text[], max_retries, timeout_ms, assertions",
  ),
  given: sql.raw(
    "test_id, occurrence, generation, rank, status, first_status, flaky, retries, worker, duration_ms, started_at, attempt_spans, browser, author, error_line, failure_signature, annotations, max_retries, timeout_ms, assertions",
  ),
} as const;

function resultArrays(placed: readonly MatchedResult<NewResult>[]): RawBuilder<unknown> {
  const column = (of: (result: MatchedResult<NewResult>) => number | null) => numbers(placed.map(of));
  const textColumn = (of: (result: MatchedResult<NewResult>) => string | null) => texts(placed.map(of));
  return sql`${column((r) => r.testId)}::bigint[], ${column((r) => r.occurrence)}::smallint[], ${column((r) => r.generation)}::smallint[],
    ${column(rankOf)}::smallint[], ${textColumn((r) => r.status)}::text[], ${textColumn((r) => r.firstStatus)}::text[],
    ${booleans(placed.map((r) => r.flaky))}::boolean[], ${column(retriesOf)}::smallint[],
    ${column(workerOf)}::smallint[],
    ${column((r) => r.durationMs)}::real[], ${column((r) => r.startedAt)}::double precision[],
    ${textColumn(spansOf)}::jsonb[],
    ${textColumn((r) => r.browser)}::text[], ${textColumn((r) => r.author)}::text[], ${textColumn((r) => r.errorLine)}::text[],
    ${textColumn((r) => r.failureSignature)}::text[],
    ${textColumn(({ annotations }) => (annotations.length === 0 ? null : texts(annotations)))}::text[],
    ${column((r) => r.maxRetries)}::smallint[], ${column((r) => r.timeoutMs)}::integer[], ${column((r) => r.assertions)}::smallint[]`;
}

/**
 * Returns `null` if the row describes its only attempt completely. The time of a repeated result includes earlier attempts, so its own is stored
 * here.
 */
function spansOf({ attempts, generation }: MatchedResult<NewResult>): string | null {
  return attempts.length > 1 || generation > 0 ? JSON.stringify(attempts) : null;
}
