import { sql } from "kysely";
import type { Db } from "#store/db.ts";

interface Identified {
  readonly key: string;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
}

/**
 * Ids of tests by their keys, in the project. Tests that were never seen are made.
 *
 * Title paths travel as JSON texts: an array of arrays would have to be rectangular.
 */
export async function testIds(
  transaction: Db,
  projectId: number,
  runId: number,
  tests: readonly Identified[],
): Promise<{ ids: Map<string, number>; allNew: boolean }> {
  const byKey = new Map(tests.map((test) => [test.key, test]));
  const ids = new Map<string, number>();
  const find = async (keys: string[]) => {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, key from test where project_id = ${projectId} and key = any(${keys}::uuid[])
    `.execute(transaction);
    for (const { id, key } of rows) ids.set(key, id);
  };
  await find([...byKey.keys()]);
  const allNew = ids.size === 0;
  // In the order of their keys, so that two runs that bring the same new tests do not wait for each other in a circle.
  const missing = [...byKey.values()].filter(({ key }) => !ids.has(key)).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (missing.length > 0) {
    const { rows } = await sql<{ id: number; key: string }>`
      insert into test (project_id, key, file, title_path, variant, tags, first_run_id)
      select ${projectId}, key, file, array(select json_array_elements_text(title_path)), variant,
             array(select json_array_elements_text(tags)), ${runId}
        from unnest(${missing.map(({ key }) => key)}::uuid[], ${missing.map(({ file }) => file)}::text[],
                    ${missing.map(({ titlePath }) => JSON.stringify(titlePath))}::json[], ${missing.map(({ variant }) => variant)}::text[],
                    ${missing.map(({ tags }) => JSON.stringify(tags))}::json[]) as given (key, file, title_path, variant, tags)
      on conflict (project_id, key) do nothing
      returning id, key
    `.execute(transaction);
    for (const { id, key } of rows) ids.set(key, id);
    const raced = missing.filter(({ key }) => !ids.has(key));
    if (raced.length > 0) await find(raced.map(({ key }) => key));
  }
  return { ids, allNew };
}
