import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Value of `class` for failures that have the class of their group. */
export const asGroup = 255;

const recordBytes = 8 * 7 + 2 + 4;
/** Failures per statement, about ten megabytes. */
const atOnce = 100_000;

/**
 * A project's failures in columns, in id order. Takes about 40 bytes per failure. `runs` and `pairs` are indices into separate lists,
 * because each run and pair has many failures.
 */
export interface FailureColumns {
  length: number;
  ids: Float64Array;
  resultIds: Float64Array;
  /** Unix milliseconds. */
  at: Float64Array;
  runs: Int32Array;
  pairs: Int32Array;
  /** 1 for failures that do not count: flaky ones, and ones marked as gone. */
  left: Uint8Array;
  /** Run ids; `runs` has their indices. */
  readonly runIds: number[];
  readonly runPositions: Map<number, number>;
  /** Range of each run's failures. It may include failures of other runs. */
  readonly runSpans: { first: number; last: number }[];
  /** Distinct pairs. Lists are built from them instead of from failures. */
  readonly pairList: Pair[];
  readonly pairLocations: Map<string, number>;
  /** Browsers of pairs; the first entry is for results without a browser. */
  readonly browsers: string[];
  readonly browserLocations: Map<string, number>;
}

/** A test with an error, its browser and, if set for these failures only, the class by a user or the rule. */
interface Pair {
  readonly testId: number;
  /** 0 if the failure has no error. */
  readonly signatureId: number;
  /** Index in `failureClasses`, or `asGroup`. */
  readonly class: number;
  /** 0: none. */
  readonly ruleId: number;
  /** Index in `browsers`. */
  readonly browser: number;
}

function noFailures(): FailureColumns {
  return {
    length: 0,
    ids: new Float64Array(0),
    resultIds: new Float64Array(0),
    at: new Float64Array(0),
    runs: new Int32Array(0),
    pairs: new Int32Array(0),
    left: new Uint8Array(0),
    runIds: [],
    runPositions: new Map(),
    runSpans: [],
    pairList: [],
    pairLocations: new Map(),
    browsers: [""],
    browserLocations: new Map(),
  };
}

/** Reads all failures of a project. */
export async function loadFailures(db: Db, projectId: number): Promise<FailureColumns> {
  const columns = noFailures();
  for (let after = 0; ;) {
    const packed = await packedFailures(
      db,
      sql`project_id = ${projectId} and id > ${after} order by id limit ${atOnce}`,
    );
    put(columns, packed);
    if (packed.failures.length < atOnce * recordBytes) return columns;
    after = columns.ids[columns.length - 1] as number;
  }
}

/** Adds the changes since a revision. */
export async function loadChanged(db: Db, projectId: number, columns: FailureColumns, revision: number): Promise<void> {
  put(columns, await packedFailures(db, sql`project_id = ${projectId} and revision > ${revision} order by id`));
}

interface Packed {
  readonly failures: Buffer;
  /** Browsers of these failures. Failures store the position in this list, from 1. */
  readonly browsers: readonly string[];
}

/** Returns one binary value, because the driver takes longer to parse 100,000 rows than the database to read them. */
async function packedFailures(db: Db, which: RawBuilder<unknown>): Promise<Packed> {
  const { rows } = await sql<{ packed: Buffer | null; browsers: string[] | null }>`
    with f as materialized (select * from failure where ${which}),
         named as materialized (
           select browser, row_number() over (order by browser) as place
             from (select distinct browser from f where browser is not null) b)
    select string_agg(int8send(id) || int8send(result_id) || int8send(run_id) || int8send(test_id)
                      || int8send(coalesce(signature_id, 0)) || float8send(extract(epoch from failed_at) * 1000)
                      || int8send(coalesce(rule_id, 0))
                      || int2send((case when flaky or gone then 256 else 0 end
                                   + coalesce(array_position(${[...failureClasses]}::text[], class) - 1, ${asGroup}))::int2)
                      || int4send(coalesce(named.place, 0)::int4),
                      ''::bytea order by id) as packed,
           (select json_agg(browser order by place) from named) as browsers
      from f left join named using (browser)
  `.execute(db);
  return { failures: rows[0]?.packed ?? Buffer.alloc(0), browsers: rows[0]?.browsers ?? [] };
}

function put(columns: FailureColumns, { failures: packed, browsers }: Packed): void {
  const browserOf = [0, ...browsers.map((name) => browserIndex(columns, name))];
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const id = (at: number) => view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);
  reserve(columns, columns.length + packed.length / recordBytes);
  for (let at = 0; at < packed.length; at += recordBytes) {
    const index = indexOf(columns, id(at));
    const flags = view.getInt16(at + 56);
    columns.ids[index] = id(at);
    columns.resultIds[index] = id(at + 8);
    columns.runs[index] = runIndex(columns, id(at + 16), index);
    const pair = {
      testId: id(at + 24),
      signatureId: id(at + 32),
      class: flags & 255,
      ruleId: id(at + 48),
      browser: browserOf[view.getInt32(at + 58)] ?? 0,
    };
    columns.pairs[index] = pairIndex(columns, pair);
    columns.at[index] = view.getFloat64(at + 40);
    columns.left[index] = flags >> 8;
  }
}

/**
 * Returns the position of a failure, or where to insert it. New ids are the greatest, because failures of a project are written one run at a time.
 */
function indexOf(columns: FailureColumns, id: number): number {
  const { ids, length } = columns;
  if (length === 0 || id > (ids[length - 1] as number)) return columns.length++;
  return searchIds(columns, id);
}

/** Returns the position of a failure; undefined if it is not in the columns. */
export function indexOfFailure(columns: FailureColumns, id: number): number | undefined {
  const index = searchIds(columns, id);
  return index < columns.length && columns.ids[index] === id ? index : undefined;
}

/** Returns the position of the first id that is not smaller, at most the last position. */
function searchIds({ ids, length }: FailureColumns, id: number): number {
  let [low, high] = [0, length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reserve(columns: FailureColumns, length: number): void {
  if (length <= columns.ids.length) return;
  const room = Math.max(1024, Math.ceil(length * 1.25));
  columns.ids = grown(columns.ids, new Float64Array(room));
  columns.resultIds = grown(columns.resultIds, new Float64Array(room));
  columns.at = grown(columns.at, new Float64Array(room));
  columns.runs = grown(columns.runs, new Int32Array(room));
  columns.pairs = grown(columns.pairs, new Int32Array(room));
  columns.left = grown(columns.left, new Uint8Array(room));
}

function grown<Column extends Float64Array | Int32Array | Uint8Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}

function runIndex({ runIds, runPositions, runSpans }: FailureColumns, id: number, index: number): number {
  const known = runPositions.get(id);
  const span = known === undefined ? undefined : runSpans[known];
  if (known !== undefined && span !== undefined) {
    span.first = Math.min(span.first, index);
    span.last = Math.max(span.last, index);
    return known;
  }
  const run = runIds.push(id) - 1;
  runPositions.set(id, run);
  runSpans[run] = { first: index, last: index };
  return run;
}

function browserIndex({ browsers, browserLocations }: FailureColumns, name: string): number {
  const known = browserLocations.get(name);
  if (known !== undefined) return known;
  const index = browsers.push(name) - 1;
  browserLocations.set(name, index);
  return index;
}

function pairIndex({ pairList, pairLocations }: FailureColumns, pair: Pair): number {
  const key = `${pair.testId} ${pair.signatureId} ${pair.class} ${pair.ruleId} ${pair.browser}`;
  const known = pairLocations.get(key);
  if (known !== undefined) return known;
  const index = pairList.push(pair) - 1;
  pairLocations.set(key, index);
  return index;
}
