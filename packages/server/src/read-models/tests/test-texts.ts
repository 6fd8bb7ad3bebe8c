import { searchedText } from "@plumb/contract/text/search-words.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { primaryPosition, ReplicaBehind, replicaPosition } from "#store/replica/read-replica.ts";

/** Text for searches and filters. It never changes, because a test with a different text is a different test. */
export interface TestText {
  /** File, titles and variant in lower case. */
  readonly text: string;
  readonly tags: readonly string[];
}

/** Reads values by test id, without tests that no longer exist. */
type Read<Value> = (db: Db, projectId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;

export type PutValue<Value> = (index: number, value: Value | undefined) => void;

/**
 * Reads values of tests. Calls `put` for each index in order, with undefined for a test that no longer exists.
 *
 * @throws ReplicaBehind if `db` is a replica without some of the tests, because callers cache the values.
 */
type OfTests<Value> = (db: Db, projectId: number, testIds: Float64Array, put: PutValue<Value>) => Promise<void>;

/** Tests per statement. The embedded database serves other clients between statements, and responses do not grow with the run. */
const testsAtOnce = 10_000;

/** Maximum number of values in memory over all projects. A text takes about 200 bytes. */
const maxRetained = 200_000;

/** Loads and caches immutable facts of tests. Evicts the least recently used projects. */
export function createOfTests<Value>(read: Read<Value>): OfTests<Value> {
  const projects = new Map<number, Map<number, Value>>();
  let total = 0;

  function keep(projectId: number, found: ReadonlyMap<number, Value>): void {
    const known = projects.get(projectId) ?? new Map<number, Value>();
    projects.delete(projectId);
    projects.set(projectId, known);
    for (const [oldest, { size }] of projects) {
      if (total + found.size <= maxRetained || oldest === projectId) break;
      projects.delete(oldest);
      total -= size;
    }
    const before = known.size;
    for (const [id, value] of found)
      if (known.has(id) || total + known.size - before < maxRetained) known.set(id, value);
    total += known.size - before;
  }

  return async (db, projectId, testIds, put) => {
    for (let first = 0; first < testIds.length; first += testsAtOnce) {
      const ids = testIds.subarray(first, first + testsAtOnce);
      const known = projects.get(projectId);
      const missing = [...new Set(ids)].filter((id) => known?.has(id) !== true);
      const found = missing.length === 0 ? new Map<number, Value>() : await read(db, projectId, missing);
      if (found.size < missing.length && replicaPosition(db) < primaryPosition) throw new ReplicaBehind();
      for (const [index, id] of ids.entries()) put(first + index, known?.get(id) ?? found.get(id));
      keep(projectId, found);
    }
  };
}

/** Selects one value instead of 10,000 rows, because the driver takes longer to parse them than the database to read them. */
export async function readTexts(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, TestText>> {
  const { rows } = await sql<{ texts: [id: number, text: string, tags: string[]][] | null }>`
    select json_agg(json_build_array(t.id, t.search_text, t.tags)) as texts
      from unnest(${numbers(ids)}::bigint[]) as given (id)
     cross join lateral (select * from test where project_id = ${opaqueProjectId(projectId)} and id = given.id offset 0) t
  `.execute(db);
  return new Map(
    (rows[0]?.texts ?? []).map(([id, text, tags]) => [
      id,
      { text: searchedText(text), tags: tags.length === 0 ? noTags : tags },
    ]),
  );
}

const noTags: readonly string[] = [];

/**
 * Value to group tests by file. If the report has no file, as with Surefire and similar tools, this is the outermost suite or class; '' if there is
 * none.
 */
const fileKey = sql`coalesce(t.file, case when cardinality(t.title_path) > 1 then t.title_path[1] end, '')`;

/** Selects each file once, with the ids of its tests. */
export async function readFiles(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ files: [file: string, ids: number[]][] | null }>`
    select json_agg(json_build_array(file, ids)) as files
      from (select ${fileKey} as file, json_agg(t.id) as ids
              from unnest(${numbers(ids)}::bigint[]) as given (id)
             cross join lateral (select * from test where project_id = ${opaqueProjectId(projectId)} and id = given.id offset 0) t
             group by 1) f
  `.execute(db);
  return new Map((rows[0]?.files ?? []).flatMap(([file, tests]) => tests.map((id) => [id, file] as const)));
}
