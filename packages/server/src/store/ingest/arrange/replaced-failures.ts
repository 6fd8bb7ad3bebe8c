import { lastBazelAttempt } from "@plumb/analysis/executions/attempt-path.ts";
import { ranElsewhere } from "@plumb/analysis/executions/place.ts";
import { ranNoPassedTest } from "@plumb/analysis/executions/repeated-sources.ts";
import { declaredRepeat, mayRepeat } from "@plumb/analysis/executions/repeats.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { Pairs } from "./group-results.ts";
import type { RunKey, RunSource } from "./run-sources.ts";

/** With more failures than this, they are unlikely to be files that could not be loaded. */
const maxFailures = 200;

interface StandingFailure {
  readonly id: number;
  readonly uploadId: number;
  /** Other uploads that ran tests inside the file or class of this name. */
  readonly holders: readonly number[];
}

/**
 * Supersedes failures that represent a file or class that could not run, if a later upload ran the tests in it: pytest and Surefire report such a
 * failure as a test with the name of the file. Also supersedes tests that only exist in a repeated Bazel attempt.
 *
 * @returns True if there were any.
 */
export async function replaceFailures(
  transaction: Db,
  run: RunKey,
  sources: readonly RunSource[],
  pairs: Pairs,
): Promise<boolean> {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const replaced = (await standingFailures(transaction, run)).flatMap(({ id, uploadId, holders }) => {
    const own = byId.get(uploadId);
    if (own === undefined) return [];
    const later = sources.findLast(
      (other) =>
        other.path === lastBazelAttempt(own.path) || (holders.includes(other.id) && repeats(own, other, pairs)),
    );
    return later === undefined ? [] : [{ id, by: later.id }];
  });
  if (replaced.length === 0) return false;
  await sql`
    update result r set superseded_by = given.upload_id, occurrence = 0
      from unnest(${numbers(replaced.map(({ id }) => id))}::bigint[], ${numbers(replaced.map(({ by }) => by))}::bigint[]) as given (id, upload_id)
     where r.project_id = ${opaqueProjectId(run.projectId)} and r.id = given.id
  `.execute(transaction);
  return true;
}

export async function hasFailures(transaction: Db, { projectId, runId }: RunKey): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    select failed + errored as failures from run where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
  return (rows[0]?.failures ?? 0) > 0;
}

function repeats(own: RunSource, other: RunSource, pairs: Pairs): boolean {
  if (ranElsewhere(own, other)) return false;
  if (declaredRepeat(own, other)?.later === other.id) return true;
  return mayRepeat(own, other) && ranNoPassedTest(pairs.shared(own.id, other.id));
}

/** Returns the failures of a run that no other upload contains, with the uploads that ran tests inside their file or class. */
async function standingFailures(transaction: Db, { projectId, runId }: RunKey): Promise<StandingFailure[]> {
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
    select f.id, f.upload_id as "uploadId", coalesce(array_agg(b.upload_id) filter (where b.upload_id is not null), '{}') as holders
      from failure f left join below b on b.id = f.id
     group by f.id, f.upload_id
  `.execute(transaction);
  return rows.map(({ holders, ...failure }) => ({ ...failure, holders: holders.map(Number) }));
}
