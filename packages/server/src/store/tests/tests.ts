import { searchedText } from "@plumb/contract/text/search-words.ts";
import { type RawBuilder, sql } from "kysely";
import { anyProject } from "#store/any-project.ts";
import { numbers, texts } from "#store/array-literal.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";
import { unflushed } from "#store/unflushed.ts";

interface Identified {
  readonly key: string;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
}

/** Ids and keys in the same order, each as one text: as rows the driver takes longer over them than the database. */
const foundTests = sql`string_agg(id::text, ',') as ids, string_agg(key::text, ',') as keys`;

type FoundTests = { readonly ids: string; readonly keys: string } | { readonly ids: null; readonly keys: null };

/**
 * Ids of tests by their keys, in the project. Tests that were never seen are made.
 *
 * `likelyNew` saves the looks where nothing would be found: an upload whose tests were all new so far mostly goes on so. Not for
 * a transaction, which a test that is known after all would end.
 *
 * `runId` is the run that a new test is seen in first, or that of each test by its key.
 *
 * Title paths and tags travel as array literals: an array of arrays would have to be rectangular, and unpacking JSON
 * took half of the insert.
 */
export async function testIds(
  db: Db,
  projectId: number,
  runId: number | ReadonlyMap<string, number>,
  tests: readonly Identified[],
  likelyNew = false,
): Promise<{ ids: Map<string, number>; allNew: boolean }> {
  const byKey = new Map(tests.map((test) => [test.key, test]));
  const ids = new Map<string, number>();
  const take = (found: FoundTests | undefined) => {
    if (found === undefined || found.ids === null) return 0;
    const keys = found.keys.split(",");
    for (const [index, id] of found.ids.split(",").entries()) ids.set(keys[index] as string, Number(id));
    return keys.length;
  };
  const find = async (keys: string[]) => {
    // One probe of the unique index per key, whatever the planner believes. Where it may use the project, it reads all
    // tests of a project that its statistics do not know yet, for each key; `+ 0` keeps it from that.
    const { rows } = await sql<FoundTests>`
      select ${foundTests}
        from (select test.id, given.key
                from unnest(${texts(keys)}::uuid[]) as given (key)
               cross join lateral (
                       select id from test t where t.key = given.key and t.project_id + 0 = ${projectId} limit 1) test) found
    `.execute(db);
    take(rows[0]);
  };
  if (!likelyNew) await find([...byKey.keys()]);
  const found = ids.size;
  // In the order of their keys, so that two runs that bring the same new tests do not wait for each other in a circle.
  const missing = [...byKey.values()].filter(({ key }) => !ids.has(key)).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const runOf = typeof runId === "number" ? () => runId : (key: string) => runId.get(key) ?? null;
  let made = 0;
  const make = async (ifKnown: RawBuilder<unknown>) => {
    const { rows } = await sql<FoundTests>`
      with made as (
      insert into test (project_id, key, file, title_path, variant, search_text, tags, first_run_id)
      select ${projectId}, key, file, title_path::text[], variant, search_text, tags::text[], first_run_id
        from (select ${unflushed} as setting) once,
             unnest(${texts(missing.map(({ key }) => key))}::uuid[], ${texts(missing.map(({ file }) => file))}::text[],
                    ${texts(missing.map(({ titlePath }) => texts(titlePath)))}::text[], ${texts(missing.map(({ variant }) => variant))}::text[],
                    ${texts(missing.map(searchText))}::text[], ${texts(missing.map(({ tags }) => texts(tags)))}::text[],
                    ${numbers(missing.map(({ key }) => runOf(key)))}::bigint[]) as given (key, file, title_path, variant, search_text, tags, first_run_id)
       where setting = 'off'
      ${ifKnown}
      returning id, key)
      select ${foundTests} from made
    `.execute(db);
    made = take(rows[0]);
  };
  if (missing.length > 0) {
    const passOver = sql`on conflict (project_id, key) do nothing`;
    if (!likelyNew) await make(passOver);
    else
      await make(sql``).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        return make(passOver);
      });
    // Known already, or made by somebody else this moment.
    const others = missing.filter(({ key }) => !ids.has(key));
    if (others.length > 0) await find(others.map(({ key }) => key));
  }
  return { ids, allNew: found === 0 && made === ids.size };
}

/** Tags of tests that their first run told of only after it had named them, by their ids. */
export async function learnTags(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  tests: readonly { readonly id: number; readonly tags: readonly string[] }[],
): Promise<void> {
  if (tests.length === 0) return;
  await sql`
    update test t set tags = given.tags::text[]
      from unnest(${numbers(tests.map(({ id }) => id))}::bigint[], ${texts(tests.map(({ tags }) => texts(tags)))}::text[]) as given (id, tags)
     where t.project_id = ${anyProject(projectId)} and t.id = given.id and t.first_run_id = ${runId} and t.tags = '{}'
  `.execute(transaction);
}

function searchText({ file, titlePath, variant }: Identified): string {
  return searchedText([file ?? "", ...titlePath, variant].join(" "));
}
