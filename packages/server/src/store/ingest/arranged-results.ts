import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { UploadEffect } from "@plumb/contract/runs/upload-effect.ts";
import { sql } from "kysely";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { RunKey } from "#store/runs/status-rows.ts";
import type { AttemptSpan } from "#store/results/results.ts";
import { rankOf, retriesOf } from "./result-values.ts";

/** A result with its new position. */
export interface ArrangedRow {
  readonly id: number;
  readonly testId: number;
  readonly occurrence: number;
  readonly generation: number;
  /** The source whose result replaces this one. */
  readonly supersededBy: number | null;
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
  /** Only stored if the row has no attempts yet. */
  readonly ownAttempts: readonly AttemptSpan[] | null;
}

/** Moves results to their new positions. Negative generations first clear the old positions, because two results of a test cannot share one. */
export async function writeArranged(
  transaction: Db,
  { projectId }: RunKey,
  results: readonly ArrangedRow[],
): Promise<void> {
  if (results.length === 0) return;
  const ids = numbers(results.map(({ id }) => id));
  await sql`
    update result set generation = -1 - generation where project_id = ${opaqueProjectId(projectId)} and id = any(${ids}::bigint[])
  `.execute(transaction);
  const each = (of: (result: ArrangedRow) => number | null) => numbers(results.map(of));
  await sql`
    update result r
       set test_id = given.test_id, occurrence = given.occurrence, generation = given.generation, superseded_by = given.superseded_by,
           first_status = given.first_status, flaky = given.flaky, rank = given.rank, retries = given.retries, duration_ms = given.duration_ms,
           attempt_spans = coalesce(r.attempt_spans, given.spans::jsonb)
      from unnest(${ids}::bigint[], ${each(({ testId }) => testId)}::bigint[], ${each(({ occurrence }) => occurrence)}::smallint[],
                  ${each(({ generation }) => generation)}::smallint[], ${each(({ supersededBy }) => supersededBy)}::bigint[],
                  ${texts(results.map(({ firstStatus }) => firstStatus))}::text[],
                  ${booleans(results.map(({ flaky }) => flaky))}::boolean[],
                  ${each(rankOf)}::smallint[],
                  ${each(retriesOf)}::smallint[], ${each(({ durationMs }) => durationMs)}::real[],
                  ${texts(results.map(({ ownAttempts }) => (ownAttempts === null ? null : JSON.stringify(ownAttempts))))}::text[])
           as given (id, test_id, occurrence, generation, superseded_by, first_status, flaky, rank, retries, duration_ms, spans)
     where r.project_id = ${opaqueProjectId(projectId)} and r.id = given.id
  `.execute(transaction);
}

/** A source's effect in combination with the other sources. */
export interface ArrangedSource {
  readonly effect: UploadEffect;
  /** Name of the place that was added to its tests; empty if there is none. */
  readonly variant: string;
  readonly repeatedBy: number | null;
}

export async function writeEffects(
  transaction: Db,
  { projectId }: RunKey,
  outcomes: ReadonlyMap<number, ArrangedSource>,
): Promise<void> {
  const all = [...outcomes.values()];
  await sql`
    update upload u set effect = given.effect::jsonb, variant = given.variant, repeated_by = given.repeated_by
      from unnest(${numbers([...outcomes.keys()])}::bigint[], ${texts(all.map(({ effect }) => JSON.stringify(effect)))}::text[],
                  ${texts(all.map(({ variant }) => variant))}::text[], ${numbers(all.map(({ repeatedBy }) => repeatedBy))}::bigint[])
           as given (id, effect, variant, repeated_by)
     where u.project_id = ${projectId} and u.id = given.id
  `.execute(transaction);
}

export async function hasFailures(transaction: Db, { projectId, runId }: RunKey): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    select failed + errored as failures from run where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
  return (rows[0]?.failures ?? 0) > 0;
}

/** With more failures than this, they are unlikely to be files that could not be loaded. */
const maxFailures = 200;

interface StandingFailure {
  readonly id: number;
  readonly sourceId: number;
  /** Other sources that ran tests inside the file or class of this name. */
  readonly holders: readonly number[];
}

/** Returns the failures of a run that no other source contains, with the sources that ran tests inside their file or class. */
export async function standingFailures(transaction: Db, { projectId, runId }: RunKey): Promise<StandingFailure[]> {
  const { rows } = await sql<StandingFailure>`
    with failure as materialized (
      select r.id, r.upload_id, r.test_id, t.title_path
        from result r join test t on t.project_id = r.project_id and t.id = r.test_id
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null and r.rank <= 1
         and r.generation = 0
       order by r.rank desc, r.seq limit ${maxFailures}
    ), ran as (
      select r.upload_id, t.file, t.title_path from result r join test t on t.project_id = r.project_id and t.id = r.test_id
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.status in ('passed', 'failed', 'error')
    ), below as (
      select f.id, o.upload_id from failure f
        join ran o on o.title_path[1] = f.title_path[1] and cardinality(o.title_path) > cardinality(f.title_path)
                  and o.title_path[1:cardinality(f.title_path)] = f.title_path
       where o.upload_id <> f.upload_id
       union
      select f.id, o.upload_id from failure f
        join ran o on o.file = f.title_path[cardinality(f.title_path)]
       where o.upload_id <> f.upload_id
    )
    select f.id, f.upload_id as "sourceId", coalesce(array_agg(b.upload_id) filter (where b.upload_id is not null), '{}') as holders
      from failure f left join below b on b.id = f.id
     group by f.id, f.upload_id
  `.execute(transaction);
  return rows.map(({ holders, ...failure }) => ({ ...failure, holders: holders.map(Number) }));
}

/** Replaces failures by the results of other sources. */
export async function supersedeFailures(
  transaction: Db,
  { projectId }: RunKey,
  replaced: readonly { readonly id: number; readonly by: number }[],
): Promise<void> {
  await sql`
    update result r set superseded_by = given.upload_id, occurrence = 0
      from unnest(${numbers(replaced.map(({ id }) => id))}::bigint[], ${numbers(replaced.map(({ by }) => by))}::bigint[]) as given (id, upload_id)
     where r.project_id = ${opaqueProjectId(projectId)} and r.id = given.id
  `.execute(transaction);
}
