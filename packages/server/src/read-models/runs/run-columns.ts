import { type RunColumns, type RunCounts, runFlags } from "@plumb/analysis/trends/run-sums.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Runs per statement, about ten megabytes. */
const atOnce = 100_000;
const int8 = 8;
const int4 = 4;
const countBytes = 6 * int4 + int8;
const runBytes = 4 * int8 + int4 + countBytes;
const ownerBytes = int8 + countBytes;

/** Test counts per run, for all tests or for one owner's tests. */
export type CountColumns = { [Name in keyof RunCounts]: Name extends "flakyUs" ? Float64Array : Int32Array };

/** Counted runs of a project in columns, in the order in which they were read, about 90 bytes each. */
export interface CountedRuns extends RunColumns {
  length: number;
  at: Float64Array;
  flags: Uint8Array;
  duration: Float64Array;
  byTime: Int32Array;
  byDuration: Int32Array;
  counts: CountColumns;
  series: Int32Array;
  /** Index of the run's label set (tags and facts); 0 if it has none. */
  labels: Int32Array;
  /** Index by run id. */
  readonly places: Map<number, number>;
}

export function noRuns(): CountedRuns {
  return {
    length: 0,
    at: new Float64Array(0),
    flags: new Uint8Array(0),
    duration: new Float64Array(0),
    byTime: new Int32Array(0),
    byDuration: new Int32Array(0),
    counts: noCounts(0),
    series: new Int32Array(0),
    labels: new Int32Array(0),
    places: new Map(),
  };
}

function noCounts(length: number): CountColumns {
  return {
    total: new Int32Array(length),
    passed: new Int32Array(length),
    failed: new Int32Array(length),
    flaky: new Int32Array(length),
    firstPassed: new Int32Array(length),
    quarantined: new Int32Array(length),
    flakyUs: new Float64Array(length),
  };
}

/**
 * Adds the runs that were counted or changed after a revision.
 *
 * @param seriesIndex Returns the index of a series.
 */
export async function loadRuns(
  db: Db,
  { projectId, after }: { readonly projectId: number; readonly after: number },
  runs: CountedRuns,
  seriesIndex: (id: number) => number,
): Promise<void> {
  for (let last = 0; ;) {
    // Selects one binary value, because the driver takes longer to parse 100,000 rows than the database to read them.
    const { rows } = await sql<{ packed: Buffer | null; lastId: number | null }>`
      select max(run_id) as "lastId",
             string_agg(int8send(run_id) || int8send(series_id) || float8send(extract(epoch from started_at) * 1000)
                        || float8send(coalesce(duration_ms, 'NaN'))
                        || int4send(case status when 'completed' then ${runFlags.green}::integer
                                                when 'interrupted' then ${runFlags.interrupted}::integer else 0 end
                                    + case when gone then ${runFlags.gone}::integer else 0 end
                                    + case when deleted then ${runFlags.deleted}::integer else 0 end)
                        || int4send(total) || int4send(passed) || int4send(failed + errored) || int4send(flaky)
                        || int4send(first_passed) || int4send(quarantined) || int8send(flaky_us),
                        ''::bytea order by run_id) as packed
        from (select * from counted_run
               where project_id = ${projectId} and revision > ${after} and run_id > ${last}
               order by run_id limit ${atOnce}) c
    `.execute(db);
    const { packed, lastId } = rows[0] ?? {};
    if (packed == null) return;
    putRuns(runs, packed, seriesIndex);
    last = lastId ?? 0;
    if (packed.length < atOnce * runBytes) return;
  }
}

function putRuns(runs: CountedRuns, packed: Buffer, seriesIndex: (id: number) => number): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  reserve(runs, runs.length + packed.length / runBytes);
  for (let at = 0; at < packed.length; at += runBytes) {
    const id = wide(view, at);
    const index = runs.places.get(id) ?? runs.length++;
    runs.places.set(id, index);
    runs.series[index] = seriesIndex(wide(view, at + 8));
    runs.at[index] = view.getFloat64(at + 16);
    runs.duration[index] = view.getFloat64(at + 24);
    runs.flags[index] = view.getInt32(at + 32);
    runs.labels[index] = 0;
    addCounts(runs.counts, index, view, at + 36, false);
  }
}

/** Reads test counts per run for some owners. They are 0 for runs without such tests. */
export async function loadOwnerCounts(
  db: Db,
  { projectId, owners }: { readonly projectId: number; readonly owners: readonly string[] },
  runs: CountedRuns,
): Promise<CountColumns> {
  const counts = noCounts(runs.length);
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(run_id) || int4send(total) || int4send(passed) || int4send(failed) || int4send(flaky)
                      || int4send(first_passed) || int4send(quarantined) || int8send(flaky_us), ''::bytea) as packed
      from run_owner where project_id = ${projectId} and owner = any(${[...owners]}::text[])
  `.execute(db);
  const packed = rows[0]?.packed ?? Buffer.alloc(0);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at < packed.length; at += ownerBytes) {
    const index = runs.places.get(wide(view, at));
    // Runs that were counted since then are added by the next refresh.
    if (index !== undefined && index < runs.length) addCounts(counts, index, view, at + 8, true);
  }
  return counts;
}

/** @param more True to add to the existing values, false to replace them. */
function addCounts(counts: CountColumns, position: number, view: DataView, at: number, more: boolean): void {
  const columns = [counts.total, counts.passed, counts.failed, counts.flaky, counts.firstPassed, counts.quarantined];
  for (const [index, column] of columns.entries())
    column[position] = (more ? (column[position] as number) : 0) + view.getInt32(at + index * int4);
  counts.flakyUs[position] = (more ? (counts.flakyUs[position] as number) : 0) + wide(view, at + 6 * int4);
}

/** Reads a PostgreSQL bigint as a number: ids and sums stay far below 2^53. */
function wide(view: DataView, at: number): number {
  return view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);
}

function reserve(runs: CountedRuns, length: number): void {
  if (length <= runs.at.length) return;
  const room = Math.max(256, Math.ceil(length * 1.2));
  runs.at = grown(runs.at, new Float64Array(room));
  runs.duration = grown(runs.duration, new Float64Array(room));
  runs.flags = grown(runs.flags, new Uint8Array(room));
  runs.series = grown(runs.series, new Int32Array(room));
  runs.labels = grown(runs.labels, new Int32Array(room));
  const { counts } = runs;
  runs.counts = {
    total: grown(counts.total, new Int32Array(room)),
    passed: grown(counts.passed, new Int32Array(room)),
    failed: grown(counts.failed, new Int32Array(room)),
    flaky: grown(counts.flaky, new Int32Array(room)),
    firstPassed: grown(counts.firstPassed, new Int32Array(room)),
    quarantined: grown(counts.quarantined, new Int32Array(room)),
    flakyUs: grown(counts.flakyUs, new Float64Array(room)),
  };
}

function grown<Column extends Float64Array | Int32Array | Uint8Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
