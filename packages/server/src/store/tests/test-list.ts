import type { FlakyEvidence } from "@plumb/analysis/flakiness/judge-test.ts";
import type { TestFilter, TestOrder, TestState, TestView } from "@plumb/contract/tests/tests.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** A test as it was judged last. */
export interface TestRow {
  readonly id: number;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
  readonly owner: string | null;
  readonly state: TestState;
  readonly since: Date | null;
  readonly score: number;
  readonly executions: number;
  readonly leftOut: number;
  readonly evidence: readonly FlakyEvidence[];
  readonly lastEvidence: Date | null;
  readonly costUs: number;
  readonly recentUs: number | null;
  readonly beforeUs: number | null;
  readonly suite: string;
  readonly environment: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly lastRunId: number;
  readonly lastGoodRunId: number | null;
  readonly firstBadRunId: number | null;
}

const columns = sql.raw(`
  t.id, t.file, t.title_path as "titlePath", t.variant, t.tags, t.owner, s.state, s.state_since as since, s.score, s.executions,
  s.left_out as "leftOut", s.evidence, s.last_evidence_at as "lastEvidence", s.cost_us as "costUs", s.recent_us as "recentUs",
  s.before_us as "beforeUs", l.suite, l.environment, s.first_day::text as "firstDay", s.last_day::text as "lastDay",
  s.last_run_id as "lastRunId", s.last_good_run_id as "lastGoodRunId", s.first_bad_run_id as "firstBadRunId"`);

const joined = sql`
  from test_state s
  join test t on t.project_id = s.project_id and t.id = s.test_id
  join series l on l.project_id = s.project_id and l.id = s.series_id`;

const isQuarantined = sql`exists (
  select from quarantine q where q.project_id = s.project_id and q.test_id = s.test_id and q.released_at is null)`;

/** Days for which the series of a test ran on without it before it is gone. */
const goneDays = 7;

const views: Record<TestView, RawBuilder<unknown>> = {
  all: sql`true`,
  flaky: sql`s.state = 'flaky'`,
  broken: sql`s.state = 'broken'`,
  unstable: sql`s.state in ('flaky', 'broken')`,
  slow: sql`s.recent_us is not null`,
  slowing: sql`s.recent_us >= 1.25 * s.before_us and s.recent_us >= s.before_us + 500000`,
  quarantined: isQuarantined,
  unowned: sql`t.owner is null`,
  gone: sql`s.last_day < (
    select max((started_at at time zone 'UTC')::date) from counted_run c
     where c.project_id = s.project_id and c.series_id = s.series_id and not c.gone) - ${goneDays}::integer`,
};

const orders: Record<TestOrder, RawBuilder<unknown>> = {
  score: sql`s.score desc, s.cost_us desc`,
  lostTime: sql`s.cost_us desc, s.score desc`,
  since: sql`s.state_since desc nulls last`,
  duration: sql`s.recent_us desc nulls last`,
  slowdown: sql`s.recent_us::float8 / nullif(s.before_us, 0) desc nulls last`,
  lastRun: sql`s.last_day desc, s.last_run_id desc`,
  title: sql`t.title_path`,
};

const usualOrder: Record<TestView, TestOrder> = {
  all: "lastRun",
  flaky: "score",
  broken: "since",
  unstable: "score",
  slow: "duration",
  slowing: "slowdown",
  quarantined: "lastRun",
  unowned: "lastRun",
  gone: "lastRun",
};

/** Which tests: those that ran in any of the series that are named within the last days that they ran. */
function conditionsOf(projectId: number, filter: TestFilter): RawBuilder<unknown> {
  const { view, search, testSuite, environment, branch, framework, owner } = filter;
  const conditions = [
    sql`s.project_id = ${projectId}`,
    sql`not exists (select from test_alias a where a.project_id = s.project_id and a.test_id = s.test_id)`,
    views[view],
    ...searchWords(search).map((word) => sql`strpos(t.search_text, ${word}) > 0`),
  ];
  if (owner !== undefined) conditions.push(sql`t.owner = any(${owner}::text[])`);
  const named = (
    [
      ["suite", testSuite],
      ["environment", environment],
      ["branch", branch],
      ["framework", framework],
    ] as const
  ).flatMap(([column, values]) => (values === undefined ? [] : [sql`n.${sql.ref(column)} = any(${values}::text[])`]));
  if (named.length > 0)
    conditions.push(sql`exists (
      select from test_day d join series n on n.project_id = d.project_id and n.id = d.series_id
       where d.project_id = s.project_id and d.test_id = s.test_id and d.day > s.last_day - 14 and ${sql.join(named, sql` and `)})`);
  return sql.join(conditions, sql` and `);
}

/** A page of tests, and how many there are. */
export async function testPage(
  db: Db,
  projectId: number,
  filter: TestFilter,
): Promise<{ tests: TestRow[]; total: number }> {
  const conditions = conditionsOf(projectId, filter);
  const order = orders[filter.sortBy ?? usualOrder[filter.view]];
  const { rows: tests } = await sql<TestRow>`
    select ${columns} ${joined} where ${conditions} order by ${order}, s.test_id limit ${filter.limit} offset ${filter.offset}
  `.execute(db);
  if (filter.offset === 0 && tests.length < filter.limit) return { tests, total: tests.length };
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total ${joined} where ${conditions}
  `.execute(db);
  return { tests, total: rows[0]?.total ?? 0 };
}

/** Null: it never ran, or is not the project's. */
export async function testRow(db: Db, projectId: number, testId: number): Promise<TestRow | null> {
  const { rows } = await sql<TestRow>`
    select ${columns} ${joined} where s.project_id = ${projectId} and s.test_id = ${testId}
  `.execute(db);
  return rows[0] ?? null;
}
