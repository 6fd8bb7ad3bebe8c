import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** What a search and a filter look at. It never changes: another text is another test. */
export interface TestText {
  /** File, titles and variant in lower case. */
  readonly text: string;
  /** Null where no file and no suite is named; see `fileKey`. */
  readonly file: string | null;
  readonly tags: readonly string[];
}

export type TestTexts = ReadonlyMap<number, TestText>;

/** What tests are gathered by as their file: where the report names none, it is the outermost suite or class, as Surefire and its like have it. */
const fileKey = sql`coalesce(t.file, case when cardinality(t.title_path) > 1 then t.title_path[1] end)`;

/** Tests whose texts stay in memory, over all projects: about 200 bytes each. */
const mostKept = 200_000;

/** The texts of tests, read once and kept while there is room; those of projects that nobody asks for go first. */
export function createTestTexts(db: Db) {
  const projects = new Map<number, Map<number, TestText>>();

  return async function textsOf(projectId: number, testIds: Iterable<number>): Promise<TestTexts> {
    const known = projects.get(projectId) ?? new Map<number, TestText>();
    projects.delete(projectId);
    projects.set(projectId, known);
    const missing: number[] = [];
    for (const id of testIds) if (!known.has(id)) missing.push(id);
    if (missing.length > 0) await read(db, projectId, missing, known);
    let total = 0;
    for (const { size } of projects.values()) total += size;
    for (const [oldest, { size }] of projects) {
      if (total <= mostKept) break;
      projects.delete(oldest);
      total -= size;
    }
    return known;
  };
}

/** One value instead of 50,000 rows: the driver would take longer over them than the database. */
async function read(db: Db, projectId: number, ids: readonly number[], into: Map<number, TestText>): Promise<void> {
  const { rows } = await sql<{ texts: [id: number, text: string, file: string | null, tags: string[]][] | null }>`
    select json_agg(json_build_array(t.id, t.search_text, ${fileKey}, t.tags)) as texts
      from unnest(${numbers(ids)}::bigint[]) as given (id)
     cross join lateral (select * from test where project_id = ${projectId} and id = given.id offset 0) t
  `.execute(db);
  const files = new Map<string, string>();
  for (const [id, text, file, tags] of rows[0]?.texts ?? []) {
    into.set(id, { text, file: file === null ? null : shared(files, file), tags: tags.length === 0 ? noTags : tags });
  }
}

const noTags: readonly string[] = [];

/** The same string for equal ones: a file has many tests. */
function shared(strings: Map<string, string>, value: string): string {
  const known = strings.get(value);
  if (known !== undefined) return known;
  strings.set(value, value);
  return value;
}
