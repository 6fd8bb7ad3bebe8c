import type { KnownTest } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { presentTest } from "./aliases.ts";
import { holdsAt, quarantinedNames } from "./quarantine.ts";

interface OfRun {
  readonly projectId: number;
  readonly runId: number;
}

/** Returns the project's data about a run's tests, by id. For a renamed test, uses its current name. */
export async function knownTests(
  db: Db,
  { projectId, runId }: OfRun,
  testIds: readonly number[],
  now: Date,
): Promise<Map<number, KnownTest>> {
  if (testIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; kind: "quarantine" | "mute" | null; inForce: boolean } & KnownTest>`
    with silenced as materialized (${silencedNames({ projectId, runId }, now)})
    select asked.id, t.owner, coalesce(s.state = 'flaky', false) as flaky, q.kind, coalesce(q.in_force, false) as "inForce"
      from unnest(${numbers(testIds)}::bigint[]) as asked (id)
     cross join lateral (select ${presentTest(projectId, sql`asked.id`)} as id offset 0) present
     cross join lateral (select owner from test where project_id = ${opaqueProjectId(projectId)} and id = present.id offset 0) t
      left join lateral (select state from test_state where project_id = ${opaqueProjectId(projectId)} and test_id = present.id offset 0) s on true
      left join silenced q on q.id = asked.id
  `.execute(db);
  return new Map(
    rows.map(({ id, kind, inForce, owner, flaky }) => [
      id,
      { owner, flaky, quarantine: kind === null ? null : { kind, inForce } },
    ]),
  );
}

/** Selects the names of tests that were in quarantine or muted when the run started, or are now. The state at the start takes precedence. */
function silencedNames({ projectId, runId }: OfRun, now: Date): RawBuilder<unknown> {
  const inForce = holdsAt(sql`n.started_at`);
  return sql`
    select distinct on (named.id) named.id, q.kind, ${inForce} as in_force
      from run n
      join quarantine q on q.project_id = ${opaqueProjectId(projectId)} and (${inForce} or ${holdsAt(sql`${now}::timestamptz`)})
     cross join lateral unnest(${quarantinedNames(projectId)}) as named (id)
     where n.project_id = ${opaqueProjectId(projectId)} and n.id = ${opaqueRunId(runId)}
     order by named.id, ${inForce} desc, q.kind = 'quarantine' desc`;
}

/** Returns tests that were in quarantine when the run started, under all their names. Their failures are excluded from rates. */
export async function quarantinedInRun(db: Db, { projectId, runId }: OfRun): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct named.id
      from run n
      join quarantine q on q.project_id = ${opaqueProjectId(projectId)} and q.kind = 'quarantine' and ${holdsAt(sql`n.started_at`)}
     cross join lateral unnest(${quarantinedNames(projectId)}) as named (id)
     where n.project_id = ${opaqueProjectId(projectId)} and n.id = ${opaqueRunId(runId)}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Counts the failed and errored tests of the run that were in quarantine when it started. */
export async function quarantinedFailures(db: Db, { projectId, runId }: OfRun): Promise<number> {
  const tests = await quarantinedInRun(db, { projectId, runId });
  if (tests.size === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from result
     where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null and rank <= 1
       and test_id = any(${numbers([...tests])}::bigint[])
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns owners of tests by id; omits tests without one. */
export async function ownersOfTests(
  db: Db,
  projectId: number,
  testIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (testIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; owner: string }>`
    select asked.id, t.owner
      from unnest(${numbers(testIds)}::bigint[]) as asked (id)
     cross join lateral (select ${presentTest(projectId, sql`asked.id`)} as id offset 0) present
     cross join lateral (select owner from test where project_id = ${opaqueProjectId(projectId)} and id = present.id offset 0) t
     where t.owner is not null
  `.execute(db);
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}
