import { type ItemPriority, type ItemStatus, openStatuses } from "@plumb/contract/items/item-labels.ts";
import { maxWeekCounted } from "@plumb/contract/trends/week-model.ts";
import { type RawBuilder, sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { dayOf } from "#store/tests/test-states.ts";
import { isOfWeek, type WeekSelection } from "./week-tests.ts";

export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface ScoredRow {
  readonly testId: number;
  readonly score: number;
  readonly costUs: number;
}

/** Returns flaky tests, highest score first. */
export async function flakiestTests(db: Db, selection: WeekSelection): Promise<Listed<ScoredRow>> {
  const which = sql`${isOfWeek(selection)} and s.state = 'flaky'`;
  const { rows } = await sql<ScoredRow>`
    select s.test_id as "testId", s.score, s.cost_us as "costUs" from test_state s where ${which}
     order by s.score desc, s.cost_us desc, s.test_id desc limit ${selection.limit}
  `.execute(db);
  return { rows, total: rows.length < selection.limit ? rows.length : await counted(db, which) };
}

export interface TimedRow {
  readonly testId: number;
  readonly recentUs: number;
  readonly beforeUs: number | null;
}

/** Number of days without a run after which tests are not listed as slow. */
const ranDays = 14;

function stillRuns(now: Date) {
  return sql`exists (
    select from test_activity a
     where a.project_id = s.project_id and a.test_id = s.test_id and a.last_day >= ${dayOf(now)} - ${ranDays}::integer)`;
}

/** Returns the tests with the longest mean duration. `total` is only the number of rows. */
export async function slowestTests(db: Db, selection: WeekSelection, now: Date): Promise<Listed<TimedRow>> {
  const { rows } = await sql<TimedRow>`
    select s.test_id as "testId", s.recent_us as "recentUs", s.before_us as "beforeUs" from test_state s
     where ${isOfWeek(selection)} and ${stillRuns(now)} and s.recent_us is not null
     order by s.recent_us desc nulls last, s.test_id desc limit ${selection.limit}
  `.execute(db);
  return { rows, total: rows.length };
}

/** Returns tests that take longer than before, by relative increase. */
export async function slowingTests(db: Db, selection: WeekSelection, now: Date): Promise<Listed<TimedRow>> {
  // Must match the condition of the index.
  const slower = sql`s.recent_us >= 1.25 * s.before_us and s.recent_us >= s.before_us + 500000`;
  const which = sql`${isOfWeek(selection)} and ${stillRuns(now)} and ${slower}`;
  const { rows } = await sql<TimedRow>`
    select s.test_id as "testId", s.recent_us as "recentUs", s.before_us as "beforeUs" from test_state s where ${which}
     order by (s.recent_us::double precision / nullif(s.before_us, 0)) desc nulls last, s.test_id desc limit ${selection.limit}
  `.execute(db);
  return { rows, total: rows.length < selection.limit ? rows.length : await counted(db, which) };
}

export interface UnownedRow {
  readonly testId: number;
  readonly since: Date | null;
}

/** Maximum number of recently broken tests to look up owners for. */
const maxBroken = 2000;

/** Returns broken tests without an owner, most recent first. */
export async function unownedTests(db: Db, selection: WeekSelection): Promise<Listed<UnownedRow>> {
  const { projectId, limit } = selection;
  // Owners are looked up one by one in the index. For one or two thousand rows, the planner would otherwise start parallel workers.
  const { rows } = await sql<UnownedRow & { total: number }>`
    select u.test_id as "testId", u.state_since as since, count(*) over ()::integer as total
      from (select s.test_id, s.state_since
              from (select s.test_id, s.state_since from test_state s
                     where ${isOfWeek(selection)} and s.state = 'broken'
                     order by s.state_since desc nulls last, s.test_id desc limit ${maxBroken}) s
             cross join lateral (
                     select from test t where t.project_id = ${projectId} and t.id = s.test_id and t.owner is null offset 0) t
             limit ${maxWeekCounted + 1}) u
     order by u.state_since desc nulls last, u.test_id desc limit ${limit}
  `.execute(db);
  return { rows: rows.map(({ testId, since }) => ({ testId, since })), total: rows[0]?.total ?? 0 };
}

/** Counts up to one more than the list shows, because an exact number of thousands is slow and not useful. */
async function counted(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from test_state s where ${which} limit ${maxWeekCounted + 1}) s
  `.execute(db);
  return rows[0]?.total ?? 0;
}

export interface DueRow {
  readonly id: number;
  readonly title: string;
  readonly priority: ItemPriority;
  readonly status: ItemStatus;
  readonly dueDate: string;
  readonly overdue: boolean;
  readonly assignedTo: string | null;
}

/** Returns open items that are overdue or due within `days` days, earliest first. With suites or owners, only items about their tests. */
export async function dueItems(
  db: Db,
  selection: WeekSelection,
  { today, days }: { readonly today: string; readonly days: number },
): Promise<Listed<DueRow> & { readonly overdue: number }> {
  const { projectId, suite, owner, limit } = selection;
  const narrowed = (suite?.length ?? 0) + (owner?.length ?? 0) > 0;
  const about = narrowed
    ? sql`and exists (select from test_state s where s.test_id = i.test_id and ${isOfWeek(selection)})`
    : sql``;
  const which = sql`
    i.project_id = ${projectId} and i.status = any(${texts(openStatuses)}::text[])
      and i.due_date < ${today}::date + ${days}::integer ${about}`;
  const { rows } = await sql<DueRow>`
    select i.id, i.title, i.priority, i.status, i.due_date::text as "dueDate", i.due_date < ${today}::date as overdue,
           coalesce(u.display_name, u.name, u.username, i.assigned_name) as "assignedTo"
      from (select * from annotation i where ${which} order by i.due_date, i.id limit ${limit}) i
      left join user_account u on u.id = i.assigned_to
     order by i.due_date, i.id
  `.execute(db);
  const { rows: counts } = await sql<{ total: number; overdue: number }>`
    select count(*)::integer as total, count(*) filter (where i.due_date < ${today}::date)::integer as overdue
      from annotation i where ${which}
  `.execute(db);
  return { rows, total: counts[0]?.total ?? 0, overdue: counts[0]?.overdue ?? 0 };
}
