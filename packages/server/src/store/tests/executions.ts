import { dayMs } from "@plumb/contract/durations.ts";
import type { Execution } from "@plumb/analysis/flakiness/evaluate-test.ts";
import { locationTraits } from "@plumb/analysis/executions/location.ts";
import { type FlakinessRule, fewestForMostlyRed } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of executions to read per test, latest first. A test may run 100,000 times in a day. */
export const maxExecutions = 500;

/** Tools that report several results with the same name only for intentional repeats: `--repeat-each`, `-count`. */
export const repeatingFrameworks = ["playwright", "go"];

export interface ExecutionWindow {
  readonly projectId: number;
  readonly rule: FlakinessRule;
  readonly now: Date;
}

/** Latest results of a test under one of its names. */
interface PackedResults {
  readonly testId: number;
  readonly lookedAt: number;
  /** Results without superseded ones, separated by semicolons; `null` if there are none. */
  readonly results: string | null;
}

/** A run that counts in the period. */
interface ExecutedRun extends Pick<Execution, "branch" | "commit" | "isRepeat" | "lane"> {
  readonly id: number;
  readonly startedAt: Date;
  /** True if most of its tests failed. */
  readonly isMostlyRed: boolean;
}

/** Executions of a test in the period. */
export interface TestExecutions {
  readonly executions: readonly Execution[];
  /** True if there are more executions than `maxExecutions`. */
  readonly isCut: boolean;
  /** True if some executions are later than the period because of a wrong clock. They will fall into the period later. */
  readonly hasLater: boolean;
}

/** Returns a period of full days in UTC: `windowDays` days before today, today and tomorrow. */
export function windowOf(windowDays: number, now: Date): { readonly since: Date; readonly until: Date } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { since: new Date(today - windowDays * dayMs), until: new Date(today + 2 * dayMs) };
}

/**
 * Returns the executions of tests in the period of the rule, by test, including those under earlier names. Only includes counted runs, because
 * counting adds its own executions to the number that the evaluation stores. Excludes runs that start after the period because of a wrong clock.
 */
export async function executionsOf(
  db: Db,
  { projectId, rule, now }: ExecutionWindow,
  testIds: readonly number[],
): Promise<Map<number, TestExecutions>> {
  const { since, until } = windowOf(rule.windowDays, now);
  const packed = await resultsSince(db, { projectId, since }, testIds);
  const found = packed.map(({ testId, lookedAt, results }) => ({
    testId,
    isCut: lookedAt === maxExecutions,
    results: (results?.split(";") ?? []).map(unpacked),
  }));
  const runIds = new Set(found.flatMap(({ results }) => results.map(({ runId }) => runId)));
  const runs = await executedRuns(db, { projectId, rule, since }, [...runIds]);
  const byTest = Map.groupBy(found, ({ testId }) => testId);
  return new Map(testIds.map((id) => [id, inWindow(byTest.get(id) ?? [], runs, until)]));
}

interface UnpackedResult extends Pick<Execution, "lostMs" | "occurrence" | "outcome" | "retried" | "runId"> {
  readonly isInIncident: boolean;
}

interface FoundResults {
  readonly isCut: boolean;
  readonly results: readonly UnpackedResult[];
}

const outcomes = { p: "passed", f: "failed", s: "skipped" } as const;

/** Parses the run, the occurrence and the first letter of the outcome; only flaky and failed results have lost milliseconds and an incident. */
function unpacked(text: string): UnpackedResult {
  const [runId, occurrence, outcome, retried, lostMs, isInIncident] = text.split(" ");
  return {
    runId: Number(runId),
    occurrence: Number(occurrence),
    outcome: outcomes[outcome as keyof typeof outcomes],
    retried: retried === "t",
    lostMs: Number(lostMs ?? 0),
    isInIncident: isInIncident === "t",
  };
}

/**
 * Returns the latest results of tests in packed form, because parsing a row for each of a million results would take longer than reading them. Only
 * failed and flaky results can be part of an incident, so the others need no lookup.
 */
async function resultsSince(
  db: Db,
  { projectId, since }: { readonly projectId: number; readonly since: Date },
  testIds: readonly number[],
): Promise<PackedResults[]> {
  const isInIncident = sql`exists (
    select from failure f
     where f.project_id = ${opaqueProjectId(projectId)} and f.run_id = r.run_id and f.result_id = r.id and not f.gone
       and f.incident_id is not null offset 0)`;
  const lostMs = sql`case when r.flaky and r.attempt_spans is not null then (
    select coalesce(sum((span ->> 1)::float8), 0)
      from jsonb_array_elements(r.attempt_spans) with ordinality as spans (span, n)
     where n < jsonb_array_length(r.attempt_spans)) else 0 end`;
  const { rows } = await sql<PackedResults>`
    with first as materialized (
      select coalesce(min(id), 0) as run_id from run where project_id = ${opaqueProjectId(projectId)} and started_at >= ${since}
    ), wanted as (
      select id as test_id, id as known_as from unnest(${numbers(testIds)}::bigint[]) as given (id)
       union all
      select same_as_id, test_id from test_alias where project_id = ${projectId} and same_as_id = any(${numbers(testIds)}::bigint[])
    )
    select w.test_id as "testId", r.looked_at as "lookedAt", r.results
      from wanted w
     cross join lateral (
             select count(*)::integer as looked_at,
                    string_agg(
                      case when r.flaky or r.status in ('failed', 'error')
                           then concat_ws(' ', r.run_id, r.occurrence, case when r.status in ('failed', 'error') then 'f' else left(r.status, 1) end,
                                          r.flaky, ${lostMs}, ${isInIncident})
                           else concat_ws(' ', r.run_id, r.occurrence, left(r.status, 1)) end, ';')
                      filter (where r.superseded_by is null and r.status in ('passed', 'failed', 'error', 'skipped')) as results
               from (select * from result
                      where project_id = ${opaqueProjectId(projectId)} and test_id = w.known_as and run_id >= (select run_id from first)
                      order by run_id desc, occurrence desc, generation desc
                      limit ${maxExecutions}
                     offset 0) r) r
  `.execute(db);
  return rows;
}

/** Returns the counted runs in the period by id. Looks up each run only once, because tests share most of their runs. */
async function executedRuns(
  db: Db,
  { projectId, rule, since }: { readonly projectId: number; readonly rule: FlakinessRule; readonly since: Date },
  runIds: readonly number[],
): Promise<ReadonlyMap<number, ExecutedRun>> {
  const { rows } = await sql<ExecutedRun>`
    select n.id, n.started_at as "startedAt", n.framework = any(${texts(repeatingFrameworks)}::text[]) as "isRepeat",
           n.suite || ' ' || n.environment || coalesce((
             select string_agg(' ' || fact, '' order by fact) from unnest(n.facts) as own (fact)
              where split_part(fact, '=', 1) = any(${texts([...locationTraits])}::text[])), '') as lane,
           coalesce(n.branch, '') as branch, n.commit_sha as commit,
           n.partial is null and n.total - n.skipped >= ${fewestForMostlyRed}
             and 100 * (n.failed + n.errored) >= ${rule.mostlyRedAt} * (n.total - n.skipped) as "isMostlyRed"
      from run n
     where n.project_id = ${opaqueProjectId(projectId)} and n.id = any(${numbers(runIds)}::bigint[])
       and n.status <> 'running' and n.counted_day is not null and n.removed_at is null and n.started_at >= ${since}
  `.execute(db);
  return new Map(rows.map((run) => [run.id, run]));
}

function inWindow(found: readonly FoundResults[], runs: ReadonlyMap<number, ExecutedRun>, until: Date): TestExecutions {
  const executions: Execution[] = [];
  let [isCut, hasLater] = [false, false];
  for (const { isCut: isOneCut, results } of found)
    for (const { isInIncident, ...result } of results) {
      const run = runs.get(result.runId);
      if (run === undefined) continue;
      isCut ||= isOneCut;
      hasLater ||= run.startedAt >= until;
      if (run.startedAt >= until) continue;
      const { isRepeat, lane, branch, commit, isMostlyRed } = run;
      const leftOut = isInIncident ? "outage" : isMostlyRed && result.outcome === "failed" ? "mostly_red" : null;
      executions.push({ ...result, at: run.startedAt.getTime(), isRepeat, lane, branch, commit, leftOut });
    }
  executions.sort((a, b) => a.at - b.at || a.runId - b.runId || a.occurrence - b.occurrence);
  return { executions, isCut, hasLater };
}
