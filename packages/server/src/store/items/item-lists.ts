import type { AnnotationSummary } from "@plumb/contract/items/annotations.ts";
import type { AnnotationSort } from "@plumb/contract/items/item-sorts.ts";
import {
  doneStatuses,
  itemPriorities,
  type ItemPriority,
  itemStatuses,
  type ItemStatus,
  itemTypes,
  type ItemType,
  openStatuses,
} from "@plumb/contract/items/item-labels.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { mergedInto } from "#store/failures/groups/merged-groups.ts";
import { namesOf } from "#store/tests/aliases.ts";

/** Filter for the items of a project. Undefined fields match everything. */
export interface ItemSelection {
  readonly projectId: number;
  readonly status: readonly ItemStatus[] | undefined;
  readonly type: ItemType | undefined;
  readonly priority: ItemPriority | undefined;
  /** Id of an account, or `unassigned`. */
  readonly assignee: number | "unassigned" | undefined;
  readonly creator: number | "agents" | undefined;
  /** Lower-case words that must all occur. */
  readonly words: readonly string[];
  readonly resultId: number | undefined;
  readonly runId: number | undefined;
  readonly testId: number | undefined;
  readonly groupId: number | undefined;
  /** Includes items about the causes of failures in the result, run or test. */
  readonly includeCauses: boolean;
  /** Day such as `2030-01-31`. Only items that are overdue on this day match. */
  readonly overdueOn: string | undefined;
}

/** Returns a condition on items `i`. */
export function isSelected(selection: ItemSelection): RawBuilder<boolean> {
  const conditions = [sql`i.project_id = ${selection.projectId}`, ...ofFields(selection), ...ofSubject(selection)];
  for (const word of selection.words) conditions.push(sql`strpos(i.search_text, ${word}) > 0`);
  if (selection.overdueOn !== undefined) conditions.push(isOverdueOn(selection.overdueOn));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function ofFields({ status, type, priority, assignee, creator }: ItemSelection): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (status !== undefined) conditions.push(sql`i.status = any(${status}::text[])`);
  if (type !== undefined) conditions.push(sql`i.type = ${type}`);
  if (priority !== undefined) conditions.push(sql`i.priority = ${priority}`);
  if (assignee === "unassigned") conditions.push(sql`i.assigned_to is null`);
  else if (assignee !== undefined) conditions.push(sql`i.assigned_to = ${assignee}`);
  if (creator === "agents") conditions.push(sql`i.agent_key_id is not null`);
  else if (creator !== undefined) conditions.push(sql`i.created_by = ${creator}`);
  return conditions;
}

function ofSubject(selection: ItemSelection): RawBuilder<unknown>[] {
  const { projectId, resultId, runId, testId, groupId } = selection;
  const conditions: RawBuilder<unknown>[] = [];
  if (resultId !== undefined)
    conditions.push(isAbout(selection, sql`i.result_id = ${resultId}`, sql`f.result_id = ${resultId}`));
  if (runId !== undefined) conditions.push(isAbout(selection, sql`i.run_id = ${runId}`, sql`f.run_id = ${runId}`));
  if (testId !== undefined) {
    const names = namesOf(projectId, sql`${testId}::bigint`);
    conditions.push(isAbout(selection, sql`i.test_id = any(${names})`, sql`f.test_id = any(${names})`));
  }
  if (groupId !== undefined)
    conditions.push(sql`i.group_id in (${mergedInto(projectId, sql`select ${groupId}::bigint`)})`);
  return conditions;
}

/**
 * Returns a condition for items about a subject and, if requested, about the causes of its failures. The ids are collected first, because PostgreSQL
 * would read all items for an `or` of both.
 *
 * @param isFailureOf Condition on failures `f`.
 */
function isAbout(
  { projectId, includeCauses }: ItemSelection,
  isSubject: RawBuilder<unknown>,
  isFailureOf: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!includeCauses) return isSubject;
  const causes = sql`
    select distinct s.group_id
      from (select distinct f.signature_id from failure f
             where f.project_id = ${opaqueProjectId(projectId)} and ${isFailureOf} and not f.gone) c
      join failure_signature s on s.project_id = ${opaqueProjectId(projectId)} and s.id = c.signature_id`;
  return sql`i.id = any(array(
    select i.id from annotation i where i.project_id = ${projectId} and ${isSubject}
    union
    select i.id from annotation i where i.project_id = ${projectId} and i.group_id = any(array(${mergedInto(projectId, causes)}))))`;
}

function isOverdueOn(day: string): RawBuilder<boolean> {
  return sql<boolean>`(i.due_date < ${day}::date and i.status <> all(${[...doneStatuses]}::text[]))`;
}

const isOpen = sql`i.status = any(${[...openStatuses]}::text[])`;

/** Items without a due date come last in both directions. */
const orders: Readonly<Record<AnnotationSort, Record<"asc" | "desc", RawBuilder<unknown>>>> = {
  created_at: { asc: sql`i.created_at, i.id`, desc: sql`i.created_at desc, i.id desc` },
  title: { asc: sql`i.title_key, i.id`, desc: sql`i.title_key desc, i.id desc` },
  due_date: { asc: sql`i.due_date, i.id`, desc: sql`i.due_date desc nulls last, i.id desc` },
  priority: { asc: sql`i.priority_rank, i.id`, desc: sql`i.priority_rank desc, i.id desc` },
  status: { asc: sql`i.status_rank, i.id`, desc: sql`i.status_rank desc, i.id desc` },
};

export interface ItemPage {
  readonly sortBy: AnnotationSort;
  readonly sortOrder: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** Items of a project that contain all words of a search. */
export interface MatchingItems {
  readonly count: number;
  /** Share of the project's items, 0 to 1. */
  readonly share: number;
  readonly has: (id: number) => boolean;
  readonly ids: () => number[];
}

/**
 * Returns one page of matching item ids and the total number of matches.
 *
 * @param matching Items that contain the selection's words; `undefined` if it has none.
 */
export async function itemPage(
  db: Db,
  selection: ItemSelection,
  page: ItemPage,
  matching: MatchingItems | undefined,
): Promise<Found> {
  if (matching !== undefined) return searched(db, selection, matching, page);
  const ids = await pageIds(db, selection, page);
  const areAll = page.offset === 0 && ids.length < page.limit;
  return { ids, total: areAll ? ids.length : await countItems(db, selection) };
}

interface Found {
  readonly ids: readonly number[];
  readonly total: number;
}

/** Selects one value, because the driver takes longer to parse thousands of rows than the database to read them. */
async function pageIds(
  db: Db,
  selection: ItemSelection,
  { sortBy, sortOrder, limit, offset }: ItemPage,
): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
             select i.id from annotation i where ${isSelected(selection)}
              order by ${orders[sortBy][sortOrder]} limit ${limit} offset ${offset}) as ids
  `.execute(db);
  // The driver returns array elements as strings.
  return (rows[0]?.ids ?? []).map(Number);
}

/**
 * Maximum number of search matches to look up by id and sort. For more, reading in index order is faster, but if there are other filters, the matches
 * must then be counted separately.
 */
const maxLookedUp = { whole: 200, filtered: 2000 };
/** Maximum number of items read along the index for a page; later pages read all. */
const maxAlong = 20_000;

async function searched(db: Db, selection: ItemSelection, matching: MatchingItems, page: ItemPage): Promise<Found> {
  if (matching.count === 0) return { ids: [], total: 0 };
  const others = { ...selection, words: [] };
  const full = isFull(others);
  if (matching.count <= (full ? maxLookedUp.whole : maxLookedUp.filtered))
    return lookedUp(db, others, matching.ids(), page);
  const total = full ? matching.count : await countMatching(db, others, matching);
  const end = page.offset + page.limit;
  // 1.5 times the number of items to read for the page if matches are evenly distributed.
  const limit = Math.ceil((1.5 * end) / matching.share);
  if (limit <= maxAlong) {
    const ids = (await pageIds(db, others, { ...page, offset: 0, limit })).filter(matching.has);
    if (ids.length >= Math.min(end, total)) return { ids: ids.slice(page.offset, end), total };
  }
  return { ids: (await lookedUp(db, others, matching.ids(), page)).ids, total };
}

async function lookedUp(
  db: Db,
  others: ItemSelection,
  matching: readonly number[],
  { sortBy, sortOrder, limit, offset }: ItemPage,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with matching as materialized (
      select i.id, i.created_at, i.title_key, i.due_date, i.priority_rank, i.status_rank
        from unnest(${numbers(matching)}::bigint[]) as given (id)
        join annotation i on i.project_id = ${others.projectId} and i.id = given.id
       where ${isSelected(others)}
    )
    select (select count(*) from matching)::integer as total, array(
             select i.id from matching i order by ${orders[sortBy][sortOrder]} limit ${limit} offset ${offset}) as ids
  `.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Returns true if there are no other filters. */
function isFull({ status, type, priority, ...selection }: ItemSelection): boolean {
  return isCounted(selection as ItemSelection) && [status, type, priority].every((value) => value === undefined);
}

/** Counts the search matches that also match the other filters. */
async function countMatching(db: Db, others: ItemSelection, matching: MatchingItems): Promise<number> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(i.id::text, ',') as ids from annotation i where ${isSelected(others)}
  `.execute(db);
  let total = 0;
  for (const id of (rows[0]?.ids ?? "").split(",")) if (matching.has(Number(id))) total += 1;
  return total;
}

async function countItems(db: Db, selection: ItemSelection): Promise<number> {
  const { rows } = await (
    isCounted(selection)
      ? sql<{ items: number }>`
        select coalesce(sum(i.items), 0)::integer as items from annotation_count i where ${isSelected(selection)}`
      : sql<{ items: number }>`select count(*)::integer as items from annotation i where ${isSelected(selection)}`
  ).execute(db);
  return rows[0]?.items ?? 0;
}

/** Returns true if the counters of the project contain the number of matching items. */
function isCounted(selection: ItemSelection): boolean {
  const { words, assignee, creator, resultId, runId, testId, groupId, overdueOn } = selection;
  return [words[0], assignee, creator, resultId, runId, testId, groupId, overdueOn].every(
    (value) => value === undefined,
  );
}

interface Viewer {
  readonly userId: number | null;
  /** Current day in the viewer's time zone. */
  readonly today: string;
}

/** Counts the items of a project by status, type and priority. */
export async function itemSummary(db: Db, projectId: number, viewer: Viewer): Promise<AnnotationSummary> {
  const { rows } = await sql<{ status: ItemStatus; type: ItemType; priority: ItemPriority; items: number }>`
    select status, type, priority, items from annotation_count where project_id = ${projectId}
  `.execute(db);
  const counted = <Name extends string>(names: readonly Name[], of: (row: (typeof rows)[number]) => Name) => {
    const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
    for (const row of rows) counts[of(row)] += row.items;
    return counts;
  };
  const { rows: more } = await sql<{ overdue: number; unassigned: number }>`
    select (select count(*) from annotation i where i.project_id = ${projectId} and ${isOverdueOn(viewer.today)})::integer as overdue,
           (select count(*) from annotation i where i.project_id = ${projectId} and i.assigned_to is null)::integer as unassigned
  `.execute(db);
  return {
    total: rows.reduce((sum, { items }) => sum + items, 0),
    byStatus: counted(itemStatuses, ({ status }) => status),
    byType: counted(itemTypes, ({ type }) => type),
    byPriority: counted(itemPriorities, ({ priority }) => priority),
    overdue: more[0]?.overdue ?? 0,
    unassigned: more[0]?.unassigned ?? 0,
    ...(await ownItems(db, projectId, viewer)),
  };
}

/** Counts the open items of an account. */
export async function ownItems(
  db: Db,
  projectId: number,
  { userId, today }: Viewer,
): Promise<Pick<AnnotationSummary, "mine" | "mineOverdue">> {
  const { rows } = await sql<{ mine: number; mineOverdue: number }>`
    select count(*)::integer as mine, count(*) filter (where i.due_date < ${today}::date)::integer as "mineOverdue"
      from annotation i where i.project_id = ${projectId} and i.assigned_to = ${userId} and ${isOpen}
  `.execute(db);
  return rows[0] ?? { mine: 0, mineOverdue: 0 };
}
