import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import { type Db, isCopyViolation, onClient } from "#store/db.ts";
import type { IdAllocator } from "#store/id-allocator.ts";
import { type NewTest, testColumns, searchText } from "./new-test.ts";
import { executePipeline } from "#store/pipeline.ts";
import { asyncCommit } from "#store/async-commit.ts";

/** Ids and keys in the same order, each as one text, because the driver takes longer to parse rows than the database to read them. */
const foundTests = sql`string_agg(id::text, ',') as ids, string_agg(key::text, ',') as keys`;

type FoundTests = { readonly ids: string; readonly keys: string } | { readonly ids: null; readonly keys: null };

function pairsOf(rows: readonly FoundTests[]): [string, number][] {
  const [found] = rows;
  if (found === undefined || found.ids === null) return [];
  const ids = found.ids.split(",");
  return found.keys.split(",").map((key, index) => [key, Number(ids[index])]);
}

/** Returns the ids of existing tests by key. */
export async function findTests(db: Db, projectId: number, keys: readonly string[]): Promise<Map<string, number>> {
  // One lookup in the unique index per key. If the planner knew the project, it would read all tests of a new project for each key.
  const { rows } = await sql<FoundTests>`
    select ${foundTests}
      from (select test.id, given.key
              from unnest(${texts(keys)}::uuid[]) as given (key)
             cross join lateral (
                     select id from test t where t.key = given.key and t.project_id = ${opaqueProjectId(projectId)} limit 1) test) found
  `.execute(db);
  return new Map(pairsOf(rows));
}

/**
 * Returns ids of the project's tests by key. Creates missing tests, even within a transaction.
 *
 * Title paths and tags are sent as array literals, because PostgreSQL has no arrays of arrays with different lengths, and parsing JSON took half of
 * the insert time.
 *
 * @param runOf First run of a new test, by key.
 */
export async function testIds(
  db: Db,
  projectId: number,
  runOf: ReadonlyMap<string, number>,
  tests: readonly NewTest[],
): Promise<Map<string, number>> {
  const byKey = new Map(tests.map((test) => [test.key, test]));
  const ids = await findTests(db, projectId, [...byKey.keys()]);
  const missing = inOrder([...byKey.keys()].filter((key) => !ids.has(key))).map((key) => byKey.get(key) as NewTest);
  if (missing.length === 0) return ids;
  const { rows } = await sql<FoundTests>`
    with made as (
    insert into test (project_id, key, file, title_path, variant, search_text, tags, first_run_id)
    select ${projectId}, key, file, title_path::text[], variant, search_text, tags::text[], first_run_id
      from (select ${asyncCommit()} as setting) once,
           unnest(${texts(missing.map(({ key }) => key))}::uuid[], ${texts(missing.map(({ file }) => file))}::text[],
                  ${texts(missing.map(({ titlePath }) => texts(titlePath)))}::text[], ${texts(missing.map(({ variant }) => variant))}::text[],
                  ${texts(missing.map(searchText))}::text[], ${texts(missing.map(({ tags }) => texts(tags)))}::text[],
                  ${numbers(missing.map(({ key }) => runOf.get(key) ?? null))}::bigint[]) as given (key, file, title_path, variant, search_text, tags, first_run_id)
     where setting is distinct from 'on'
    on conflict (project_id, key) do nothing
    returning id, key)
    select ${foundTests} from made
  `.execute(db);
  for (const [key, id] of pairsOf(rows)) ids.set(key, id);
  // Tests that another upload inserted at the same time.
  const others = missing.flatMap(({ key }) => (ids.has(key) ? [] : [key]));
  for (const [key, id] of others.length === 0 ? [] : await findTests(db, projectId, others)) ids.set(key, id);
  return ids;
}

/** Fixed order, so that two runs with the same new tests cannot deadlock. */
function inOrder(keys: readonly string[]): string[] {
  return keys.toSorted((a, b) => (a < b ? -1 : 1));
}

/**
 * Creates new tests, in two thirds of the time that `testIds` takes. Creates none and returns `null` if one of them already exists.
 *
 * @param lines Columns of each test; see `testColumns`.
 * @param newIds Allocator of their ids.
 */
export async function makeTests(
  db: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  lines: ReadonlyMap<string, string>,
  newIds: IdAllocator,
): Promise<Map<string, number> | null> {
  const ids = await newIds.take(lines.size);
  const made = new Map(inOrder([...lines.keys()]).map((key, index) => [key, ids[index] as number]));
  let rows = "";
  for (const [key, id] of made) rows += `${id}\t${projectId}\t${runId}\t${lines.get(key)}\n`;
  try {
    await onClient(db, (client) =>
      executePipeline(client, [
        sql`select ${asyncCommit()}`.compile(db),
        { into: `test (id, project_id, first_run_id, ${testColumns})`, lines: rows },
      ]),
    );
    return made;
  } catch (error) {
    if (isCopyViolation(error)) return null;
    throw error;
  }
}

/** Adds tags that the first run of a test only reported after its name. */
export async function learnTags(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  tests: readonly { readonly id: number; readonly tags: readonly string[] }[],
): Promise<void> {
  if (tests.length === 0) return;
  await sql`
    update test t set tags = array(select jsonb_array_elements_text(given.tags::jsonb))
      from unnest(${numbers(tests.map(({ id }) => id))}::bigint[], ${texts(tests.map(({ tags }) => JSON.stringify(tags)))}::text[]) as given (id, tags)
     where t.project_id = ${opaqueProjectId(projectId)} and t.id = given.id and t.first_run_id = ${runId} and t.tags = '{}'
  `.execute(transaction);
}
