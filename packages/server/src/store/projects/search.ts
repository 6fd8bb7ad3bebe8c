import type { Found } from "@plumb/contract/projects/search.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { isListed } from "#store/tests/test-states.ts";

/** Number of newest rows to search per kind. Lists with filters find older ones. */
const lookBack = 20_000;

function all(words: readonly string[], of: (word: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(words.map(of), sql` and `);
}

type FoundReport = Omit<Found["reports"][number], "startTime"> & { readonly startTime: Date };

/** Searches reports by suite, environment, branch, start of the commit hash, or number. */
export async function findReports(
  db: Db,
  projectId: number,
  words: readonly string[],
  limit: number,
): Promise<FoundReport[]> {
  const { rows } = await sql<FoundReport>`
    select r.id, r.number, r.suite as "testSuite", r.environment, r.branch, r.status, r.started_at as "startTime"
      from (select * from run where project_id = ${projectId} and removed_at is null
             order by started_at desc, id desc limit ${lookBack}) r
     where ${all(
       words,
       (word) => sql`(strpos(lower(r.suite), ${word}) > 0 or strpos(lower(r.environment), ${word}) > 0
                      or strpos(lower(coalesce(r.branch, '')), ${word}) > 0 or starts_with(lower(coalesce(r.commit_sha, '')), ${word})
                      or '#' || r.number = ${word.startsWith("#") ? word : `#${word}`})`,
     )}
     order by r.started_at desc, r.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns some of these tests: first those that fail, then those whose title begins with the first word, then those that ran most recently. */
export async function matchingTests(
  db: Db,
  projectId: number,
  { ids, words, limit }: { readonly ids: readonly number[]; readonly words: readonly string[]; readonly limit: number },
): Promise<Found["tests"]> {
  if (ids.length === 0) return [];
  const [first = ""] = words;
  const { rows } = await sql<Found["tests"][number]>`
    select t.id, t.file, t.title_path as "titlePath", t.variant, s.state
      from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
      join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id
     where s.project_id = ${opaqueProjectId(projectId)} and s.test_id = any(${numbers(ids)}::bigint[]) and ${isListed(projectId)}
       and not exists (select from test_alias n where n.project_id = ${opaqueProjectId(projectId)} and n.test_id = s.test_id)
     order by s.state in ('broken', 'flaky') desc, starts_with(lower(t.title_path[cardinality(t.title_path)]), ${first}) desc,
              a.last_day desc, a.last_run_id desc, t.id desc
     limit ${limit}
  `.execute(db);
  return rows;
}

type FoundGroup = Omit<Found["groups"][number], "lastSeen"> & { readonly lastSeen: Date };

/** Searches causes by their error messages. */
export async function findGroups(
  db: Db,
  projectId: number,
  words: readonly string[],
  limit: number,
): Promise<FoundGroup[]> {
  const { rows } = await sql<FoundGroup>`
    select g.id, found.message, g.class as "primaryClass", found.last_seen as "lastSeen"
      from (select group_id, max(last_seen) as last_seen, (array_agg(message order by last_seen desc))[1] as message
              from (select group_id, last_seen, message from failure_signature
                     where project_id = ${projectId} order by id desc limit ${lookBack}) f
             where ${all(words, (word) => sql`strpos(lower(left(f.message, 4000)), ${word}) > 0`)}
             group by group_id) found
      join failure_group g on g.project_id = ${opaqueProjectId(projectId)} and g.id = found.group_id
     order by found.last_seen desc, g.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function findItems(
  db: Db,
  projectId: number,
  words: readonly string[],
  limit: number,
): Promise<Found["items"]> {
  const { rows } = await sql<Found["items"][number]>`
    select i.id, i.title, i.status
      from (select * from annotation where project_id = ${projectId} order by created_at desc, id desc limit ${lookBack}) i
     where ${all(words, (word) => sql`strpos(i.search_text, ${word}) > 0`)}
     order by i.created_at desc, i.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function findOwners(
  db: Db,
  projectId: number,
  words: readonly string[],
  limit: number,
): Promise<Found["owners"]> {
  const { rows } = await sql<Found["owners"][number]>`
    select t.owner as name, count(*)::int as tests
      from (select owner from test where project_id = ${projectId} and owner is not null order by id desc limit ${lookBack}) t
     where ${all(words, (word) => sql`strpos(lower(t.owner), ${word}) > 0`)}
     group by t.owner
     order by 2 desc, 1 limit ${limit}
  `.execute(db);
  return rows;
}
