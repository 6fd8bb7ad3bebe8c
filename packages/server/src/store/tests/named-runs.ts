import type { NamedRun } from "@plumb/contract/tests/tests.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

export interface PlacedRun extends NamedRun {
  readonly environment: string;
  /** Subject and author of the commit; empty if the report has none or was deleted. */
  readonly commitSubject: string;
  readonly commitAuthor: string;
}

/** Returns runs by id, including counted runs whose report was deleted. */
export async function namedRuns(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, PlacedRun>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<PlacedRun, "startTime"> & { startedAt: Date }>`
    select wanted.id, coalesce(r.number, c.number) as number, coalesce(r.started_at, c.started_at) as "startedAt",
           coalesce(r.commit_sha, c.commit_sha) as commit, coalesce(r.branch, nullif(s.branch, '')) as branch,
           coalesce(r.environment, s.environment, '') as environment,
           coalesce(r.metadata ->> 'commitSubject', '') as "commitSubject",
           coalesce(r.commit_author, r.metadata ->> 'commitAuthor', '') as "commitAuthor",
           r.id is not null as exists
      from unnest(${numbers([...new Set(ids)])}::bigint[]) as wanted (id)
      left join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = wanted.id and r.removed_at is null
      left join counted_run c on c.project_id = ${projectId} and c.run_id = wanted.id
      left join series s on s.project_id = c.project_id and s.id = c.series_id
     where r.id is not null or c.run_id is not null
  `.execute(db);
  return new Map(rows.map(({ startedAt, ...run }) => [run.id, { ...run, startTime: startedAt.toISOString() }]));
}
