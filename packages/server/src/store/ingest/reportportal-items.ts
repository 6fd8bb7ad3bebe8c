import { sql } from "kysely";
import { isProjectWithoutIndex, opaqueProjectId } from "#store/opaque-id.ts";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "./batch.ts";

/** An item of a launch: a suite, an execution of a test, a step or a hook. */
export interface StoredItem<Facts = unknown> {
  /** `streamKey` of the uuid. */
  readonly key: string;
  /** Ascending in order of arrival; `null` before it is stored. */
  readonly id: number | null;
  readonly uuid: string;
  readonly writer: number;
  readonly parentKey: string | null;
  /** Key of the execution for a step, of the first execution for a retry, and of the item itself otherwise. */
  readonly testKey: string;
  readonly identity: string | null;
  readonly kind: "item" | "step" | "hook";
  readonly attempt: number;
  /** True if it has child items and is therefore not a test. */
  readonly isParent: boolean;
  readonly finished: boolean;
  readonly said: Facts;
}

const columns = sql.raw(
  `item_key::text as key, id, uuid, writer, parent_key::text as "parentKey", test_key::text as "testKey", identity::text as identity,
   kind, attempt, is_parent as "isParent", finished, said`,
);

type Target = Pick<BatchTarget, "projectId" | "sourceId">;

const ofSource = ({ projectId, sourceId }: Target) => sql`project_id = ${projectId} and upload_id = ${sourceId}`;

/** Like `ofSource`, for lookups through a hash index: `+ 0` keeps the planner from reading the whole source (decision 20). */
const foundOfSource = ({ projectId, sourceId }: Target) =>
  sql`${isProjectWithoutIndex(projectId)} and upload_id + 0 = ${sourceId}`;

/** Selects items of any source by key, with one lookup per key. Otherwise, the planner reads all items of a new launch. */
const withKeys = ({ projectId }: Target, keys: readonly string[]) =>
  sql`unnest(${keys}::uuid[]) as given (key)
     cross join lateral (select * from reportportal_item where project_id = ${opaqueProjectId(projectId)} and item_key = given.key offset 0) i`;

/** Returns items of a source by key. */
export async function itemsByKeys<Facts>(
  db: Db,
  target: Target,
  keys: readonly string[],
): Promise<StoredItem<Facts>[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<StoredItem<Facts>>`
    select ${columns} from ${withKeys(target, keys)} where upload_id = ${target.sourceId}
  `.execute(db);
  return rows;
}

/** Returns all executions and steps of these tests, in order of arrival. */
export async function itemsOfTests<Facts>(
  db: Db,
  target: Target,
  keys: readonly string[],
): Promise<StoredItem<Facts>[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<StoredItem<Facts>>`
    select ${columns}
      from unnest(${keys}::uuid[]) as given (of_test)
     cross join lateral (select * from reportportal_item where test_key = given.of_test and ${foundOfSource(target)} offset 0) i
     order by id
  `.execute(db);
  return rows;
}

/** Returns the latest execution of each test, given the identities of the tests. */
export async function latestExecutions<Facts>(
  db: Db,
  target: Target,
  identities: readonly string[],
): Promise<StoredItem<Facts>[]> {
  if (identities.length === 0) return [];
  const { rows } = await sql<StoredItem<Facts>>`
    select latest.*
      from unnest(${identities}::uuid[]) as given (identity)
     cross join lateral (
       select ${columns} from reportportal_item i
        where i.identity = given.identity and ${foundOfSource(target)} order by id desc limit 1) latest
  `.execute(db);
  return rows;
}

/** Returns unfinished items, children before their parents. */
export async function openItems<Facts>(db: Db, target: Target, limit: number): Promise<StoredItem<Facts>[]> {
  const { rows } = await sql<StoredItem<Facts>>`
    select ${columns} from reportportal_item where ${ofSource(target)} and not finished order by id desc limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Returns open items that other processes started for one of these calls. Those processes may have crashed before they responded. Items with children
 * are excluded, because their call was answered.
 */
export async function openItemsOfCalls<Facts>(
  db: Db,
  target: Target,
  { calls, writer }: { readonly calls: readonly string[]; readonly writer: number },
): Promise<StoredItem<Facts>[]> {
  if (calls.length === 0) return [];
  const { rows } = await sql<StoredItem<Facts>>`
    select ${columns} from reportportal_item
     where ${ofSource(target)} and not finished and not is_parent and writer <> ${writer} and said ->> 'call' = any(${calls}::text[])
     order by id
  `.execute(db);
  return rows;
}

/** Returns the keys that belong to items of another source of the project. */
export async function foreignItems(db: Db, target: Target, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select i.item_key::text as key from ${withKeys(target, keys)} where i.upload_id <> ${target.sourceId}
  `.execute(db);
  return rows.map(({ key }) => key);
}

/** Returns an item of any source with its launch. */
export async function itemAnywhere<Facts>(
  db: Db,
  projectId: number,
  by: { readonly key: string } | { readonly id: number },
): Promise<(StoredItem<Facts> & { readonly launchKey: string; readonly launchId: number }) | null> {
  const which = "key" in by ? sql`i.item_key = ${by.key}::uuid` : sql`i.id = ${by.id}`;
  const { rows } = await sql<StoredItem<Facts> & { launchKey: string; launchId: number }>`
    select i.item_key::text as key, i.id, i.uuid, i.writer, i.parent_key::text as "parentKey", i.test_key::text as "testKey",
           i.identity::text as identity, i.kind, i.attempt, i.is_parent as "isParent", i.finished, i.said,
           l.launch_key::text as "launchKey", l.id as "launchId"
      from reportportal_item i
      join reportportal_launch l on l.project_id = i.project_id and l.run_id = i.run_id and l.upload_id = i.upload_id
     where i.project_id = ${projectId} and ${which}
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores items in order of arrival, or updates them. */
export async function storeItems(
  transaction: Db,
  { projectId, runId, sourceId }: BatchTarget,
  items: readonly StoredItem[],
): Promise<void> {
  if (items.length === 0) return;
  const column = (of: (item: StoredItem) => string | null) => texts(items.map(of));
  await sql`
    insert into reportportal_item (project_id, run_id, upload_id, item_key, uuid, writer, parent_key, test_key, identity, kind, attempt,
                                   is_parent, finished, said)
    select ${projectId}, ${runId}, ${sourceId}, item_key, uuid, writer, parent_key, test_key, identity, kind, attempt, is_parent, finished, said
      from unnest(${column(({ key }) => key)}::uuid[], ${column(({ uuid }) => uuid)}::text[],
                  ${numbers(items.map(({ writer }) => writer))}::integer[], ${column(({ parentKey }) => parentKey)}::uuid[],
                  ${column(({ testKey }) => testKey)}::uuid[], ${column(({ identity }) => identity)}::uuid[],
                  ${column(({ kind }) => kind)}::text[], ${numbers(items.map(({ attempt }) => attempt))}::smallint[],
                  ${booleans(items.map(({ isParent }) => isParent))}::boolean[],
                  ${booleans(items.map(({ finished }) => finished))}::boolean[],
                  ${column(({ said }) => JSON.stringify(said))}::jsonb[])
           with ordinality
           as given (item_key, uuid, writer, parent_key, test_key, identity, kind, attempt, is_parent, finished, said, n)
     order by n
    on conflict (project_id, item_key) do update
       set is_parent = excluded.is_parent, finished = excluded.finished, said = excluded.said
  `.execute(transaction);
}

const forgottenAtOnce = 5000;

/** Deletes the items of a completed source. */
export async function forgetItems(db: Db, target: BatchTarget): Promise<void> {
  let removed = forgottenAtOnce;
  while (removed === forgottenAtOnce) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from reportportal_item
         where ctid = any(array(select ctid from reportportal_item where run_id = ${target.runId} and ${ofSource(target)} limit ${forgottenAtOnce}))
           and project_id = ${target.projectId}
        returning 1
      ) select count(*)::integer as count from gone
    `.execute(db);
    removed = rows[0]?.count ?? 0;
  }
}
