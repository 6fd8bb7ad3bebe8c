import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { linkTest, presentTest } from "./aliases.ts";
import { searchText, testKey } from "./new-test.ts";
import { findTests } from "./tests.ts";

export interface TestName {
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
}

interface StoredTest extends TestName {
  readonly id: number;
  readonly key: string;
}

const testsAtOnce = 2000;

/**
 * Renames stored tests to the names in current reports. A test keeps its id. If several tests get the same name, or a test with the name exists, the
 * others become its earlier names.
 *
 * @param after Last processed id.
 * @returns The next one, or `null` after the last test.
 */
export async function renameTests(
  transaction: Db,
  projectId: number,
  { after, now, nameOf }: { readonly after: number; readonly now: Date; readonly nameOf: (test: TestName) => TestName },
): Promise<number | null> {
  const { rows } = await sql<StoredTest>`
    select id, key, file, title_path as "titlePath", variant from test
     where project_id = ${opaqueProjectId(projectId)} and id > ${after} order by id limit ${testsAtOnce}
  `.execute(transaction);
  const renamed = rows.flatMap((test) => {
    const name = nameOf(test);
    const key = testKey(name);
    return key === test.key ? [] : [{ id: test.id, key, ...name }];
  });
  const taken = await findTests(transaction, projectId, [...new Set(renamed.map(({ key }) => key))]);
  const moved: StoredTest[] = [];
  for (const test of renamed) {
    if (taken.has(test.key)) continue;
    taken.set(test.key, test.id);
    moved.push(test);
  }
  await updateNames(transaction, projectId, moved);
  for (const { id, key } of renamed) {
    const sameAsId = taken.get(key);
    if (sameAsId !== undefined && sameAsId !== id)
      await joinTest(transaction, projectId, { testId: id, sameAsId, now });
  }
  return rows.length < testsAtOnce ? null : (rows.at(-1)?.id ?? null);
}

async function updateNames(transaction: Db, projectId: number, tests: readonly StoredTest[]): Promise<void> {
  if (tests.length === 0) return;
  await sql`
    update test t
       set key = given.key, file = given.file, title_path = array(select jsonb_array_elements_text(given.title_path)), variant = given.variant, search_text = given.search_text
      from unnest(${numbers(tests.map(({ id }) => id))}::bigint[], ${texts(tests.map(({ key }) => key))}::uuid[],
                  ${texts(tests.map(({ file }) => file))}::text[], ${texts(tests.map(({ titlePath }) => JSON.stringify(titlePath)))}::jsonb[],
                  ${texts(tests.map(({ variant }) => variant))}::text[], ${texts(tests.map(searchText))}::text[])
           as given (id, key, file, title_path, variant, search_text)
     where t.project_id = ${opaqueProjectId(projectId)} and t.id = given.id
  `.execute(transaction);
}

/** Keeps links that users created: a test that is already linked is not changed. */
async function joinTest(
  transaction: Db,
  projectId: number,
  { testId, sameAsId, now }: { testId: number; sameAsId: number; now: Date },
): Promise<void> {
  const { rows } = await sql<{ present: number; target: number }>`
    select ${presentTest(projectId, sql`${testId}::bigint`)} as present, ${presentTest(projectId, sql`${sameAsId}::bigint`)} as target
  `.execute(transaction);
  const [{ present, target } = { present: testId, target: sameAsId }] = rows;
  if (present === testId && target !== testId)
    await linkTest(transaction, projectId, { testId, sameAsId: target, userId: null, now });
}
