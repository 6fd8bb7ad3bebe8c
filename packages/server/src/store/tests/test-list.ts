import type { FlakyEvidence } from "@plumb/analysis/flakiness/evaluate-test.ts";
import {
  maxListedTests,
  type TestFilter,
  type TestOrder,
  type TestState,
  type TestView,
} from "@plumb/contract/tests/tests.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { excludedValues } from "@plumb/contract/query/excluded-values.ts";
import { withoutValues } from "#store/sql/excluded.ts";
import { anyLabelSets, type MatchingLabelSets, matchingLabelSets } from "#store/sql/label-sets.ts";
import { presentTest } from "./aliases.ts";
import { dayOf, isListed } from "./test-states.ts";

/** A test with its latest evaluation. */
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
  t.id, t.file, t.title_path as "titlePath", t.variant, t.tags, t.owner, s.state, s.state_since as since, s.score, a.executions,
  s.left_out as "leftOut", s.evidence, s.last_evidence_at as "lastEvidence", s.cost_us as "costUs", s.recent_us as "recentUs",
  s.before_us as "beforeUs", l.suite, l.environment, a.first_day::text as "firstDay", a.last_day::text as "lastDay",
  a.last_run_id as "lastRunId", s.last_good_run_id as "lastGoodRunId", s.first_bad_run_id as "firstBadRunId"`);

const withActivity = sql`join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id`;

const joined = sql`
  from test_state s ${withActivity}
  join test t on t.project_id = s.project_id and t.id = s.test_id
  join series l on l.project_id = a.project_id and l.id = a.series_id`;

/** Days for which a series must run without a test before the test counts as gone. */
const removedDays = 7;

/** Conditions that match the indexes of `test_state`. They use arrays, which are evaluated once instead of for each test. */
const views: Record<TestView, (projectId: number, now: Date) => RawBuilder<unknown>> = {
  all: () => sql`true`,
  flaky: () => sql`s.state = 'flaky'`,
  broken: () => sql`s.state = 'broken'`,
  unstable: () => sql`s.state in ('flaky', 'broken')`,
  slow: () => sql`s.recent_us is not null`,
  slowing: () => sql`s.recent_us >= 1.25 * s.before_us and s.recent_us >= s.before_us + 500000`,
  quarantined: (projectId) => sql`s.test_id = any(array(
    select ${presentTest(projectId, sql`q.test_id`)} from quarantine q where q.project_id = ${projectId} and q.released_at is null))`,
  unowned: () => sql`t.owner is null`,
  // Excludes runs that start more than a day in the future because of a wrong clock.
  gone: (projectId, now) => sql`a.last_day < ${dayOf(now)} - ${removedDays - 1}::integer and exists (
    select from (select c.series_id, max((c.started_at at time zone 'UTC')::date) - ${removedDays}::integer as day
                   from counted_run c where c.project_id = ${projectId} and not c.gone and c.started_at < ${now}::timestamptz + interval '1 day' group by c.series_id) l
     where l.series_id = a.series_id and a.last_day < l.day)`,
};

/** Each order ends with the test id, so that pages do not overlap. */
const orders: Record<TestOrder, RawBuilder<unknown>> = {
  score: sql`s.score desc, s.cost_us desc, s.test_id desc`,
  lostTime: sql`s.cost_us desc, s.score desc, s.test_id desc`,
  since: sql`s.state_since desc nulls last, s.test_id desc`,
  duration: sql`s.recent_us desc nulls last, s.test_id desc`,
  slowdown: sql`(s.recent_us::double precision / nullif(s.before_us, 0)) desc nulls last, s.test_id desc`,
  lastRun: sql`a.last_day desc, a.test_id desc`,
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

/**
 * Returns the conditions of a filter. Suite, environment, branch and framework match the test's series in the 14 days up to its last run. Tags and
 * facts match a run of one of these series on one of these days.
 */
function conditionsOf(
  { projectId, filter, found, now }: ListedTests,
  { labelSets, excludedSets }: Labels,
): RawBuilder<unknown> {
  const { view, owner } = filter;
  const conditions = [
    sql`s.project_id = ${projectId}`,
    sql`s.test_id <> all(array(select a.test_id from test_alias a where a.project_id = ${projectId}))`,
    isListed(projectId),
    views[view](projectId, now),
  ];
  if (found !== undefined) conditions.push(sql`s.test_id = any(${numbers(found)}::bigint[])`);
  if (owner !== undefined) conditions.push(sql`t.owner = any(${owner}::text[])`);
  const named = ofNames(filter);
  const ofDay: RawBuilder<unknown>[] = [];
  if (named.length > 0) ofDay.push(ofSeries(projectId, named));
  if (labelSets !== undefined) ofDay.push(ofLabels(labelSets));
  if (ofDay.length > 0) conditions.push(ranLately(projectId, ofDay));
  conditions.push(...excludedFrom(projectId, excludedValues(filter.not), excludedSets));
  return sql.join(conditions, sql` and `);
}

/** Returns conditions for the excluded values: of the owner, and of all runs of the test in the 14 days up to its last run. */
function excludedFrom(
  projectId: number,
  not: ReturnType<typeof excludedValues>,
  sets: MatchingLabelSets | undefined,
): RawBuilder<unknown>[] {
  return [
    ...withoutValues(sql.ref("t.owner"), not["owner"]),
    ...ofNames(not).map((each) => sql`not ${ranLately(projectId, [ofSeries(projectId, [each])])}`),
    ...(sets === undefined ? [] : [sql`not ${ranLately(projectId, [ofLabels(sets)])}`]),
  ];
}

function ranLately(projectId: number, ofDay: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`exists (
      select from test_day d
       where d.project_id = ${opaqueProjectId(projectId)} and d.test_id = s.test_id and d.day > a.last_day - 14 and ${sql.join(ofDay, sql` and `)})`;
}

type SeriesNames = Readonly<
  Partial<Record<"branch" | "environment" | "framework" | "testSuite", readonly string[] | undefined>>
>;

/** Returns a condition on series `n` for each name that has values. */
function ofNames({ testSuite, environment, branch, framework }: SeriesNames): RawBuilder<unknown>[] {
  const columns = [
    ["suite", testSuite],
    ["environment", environment],
    ["branch", branch],
    ["framework", framework],
  ] as const;
  return columns.flatMap(([column, values]) =>
    values === undefined ? [] : [sql`n.${sql.ref(column)} = any(${values}::text[])`],
  );
}

function ofSeries(projectId: number, named: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`d.series_id = any(array(select n.id from series n where n.project_id = ${projectId} and ${sql.join(named, sql` and `)}))`;
}

function ofLabels({ ids, firstDay, lastDay }: MatchingLabelSets): RawBuilder<unknown> {
  // Compares the label sets one by one, because PostgreSQL hashes a long list only for `= any`.
  return sql`d.day between ${firstDay}::date and ${lastDay}::date
      and exists (select from unnest(d.label_sets) as label_set where label_set = any(${numbers(ids)}::integer[]))`;
}

/** Combinations of tags and facts that the filter selects and excludes; undefined if it does not. */
interface Labels {
  readonly labelSets: MatchingLabelSets | undefined;
  readonly excludedSets: MatchingLabelSets | undefined;
}

const noLabels: Labels = { labelSets: undefined, excludedSets: undefined };

/** Returns `null` if no run has the selected labels. */
async function labelsOf(db: Db, projectId: number, { tag = [], fact = [], not }: TestFilter): Promise<Labels | null> {
  const labelSets = tag.length + fact.length > 0 ? await matchingLabelSets(db, projectId, { tag, fact }) : undefined;
  const excluded = excludedValues(not);
  const excludedSets = await anyLabelSets(db, projectId, excluded["tag"] ?? [], excluded["fact"] ?? []);
  return labelSets === null ? null : { labelSets, excludedSets: excludedSets ?? undefined };
}

export interface ListedTests {
  readonly projectId: number;
  readonly now: Date;
  readonly filter: TestFilter;
  /** Ids of the tests that match the search; undefined without a search. */
  readonly found?: readonly number[] | undefined;
}

/** Returns the matching tests that ran last. Tags and facts are not compared. */
export async function listedTestIds(db: Db, listed: ListedTests, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.test_id as id from test_state s ${withActivity} join test t on t.project_id = s.project_id and t.id = s.test_id
     where ${conditionsOf(listed, noLabels)} order by ${orders.lastRun} limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns a page of tests and their total number, up to `maxListedTests`. `more` is true if there are more. */
export async function testPage(
  db: Db,
  listed: ListedTests,
): Promise<{ tests: TestRow[]; total: number; more: boolean }> {
  const { projectId, filter } = listed;
  const { limit, offset } = filter;
  const labels = await labelsOf(db, projectId, filter);
  if (labels === null) return { tests: [], total: 0, more: false };
  const conditions = conditionsOf(listed, labels);
  // The owner is the only condition that needs the table `test`.
  const ofOwner =
    filter.owner !== undefined || excludedValues(filter.not)["owner"] !== undefined || filter.view === "unowned";
  const from = ofOwner
    ? sql`from test_state s ${withActivity} join test t on t.project_id = s.project_id and t.id = s.test_id`
    : sql`from test_state s ${withActivity}`;
  const order = orders[filter.sortBy ?? usualOrder[filter.view]];
  const visible = Math.min(limit, maxListedTests - offset);
  const { rows: page } = await sql<{ id: number }>`
    select s.test_id as id ${from} where ${conditions} order by ${order} limit ${visible} offset ${offset}
  `.execute(db);
  const tests = await testRows(
    db,
    projectId,
    page.map(({ id }) => id),
  );
  if (page.length < visible && (offset === 0 || page.length > 0))
    return { tests, total: offset + page.length, more: false };
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select ${from} where ${conditions} limit ${maxListedTests + 1}) c
  `.execute(db);
  const total = rows[0]?.total ?? 0;
  return { tests, total: Math.min(total, maxListedTests), more: total > maxListedTests };
}

/** Returns rows in the order of the ids. */
async function testRows(db: Db, projectId: number, ids: readonly number[]): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    select ${columns} ${joined}
      join unnest(${numbers(ids)}::bigint[]) with ordinality as o (id, place) on o.id = s.test_id
     where s.project_id = ${opaqueProjectId(projectId)} order by o.place
  `.execute(db);
  return rows;
}

/** Returns `null` if the test never ran or belongs to another project. */
export async function testRow(db: Db, projectId: number, testId: number): Promise<TestRow | null> {
  const [row] = await testRows(db, projectId, [testId]);
  return row ?? null;
}
