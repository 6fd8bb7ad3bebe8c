import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { DecidedBy } from "@plumb/contract/failures/failures.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { probed } from "#store/results/results.ts";

/** Columns of a failed result in a list. */
export interface FailedResult {
  readonly id: number;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly errorLine: string | null;
}

/** Returns the results that still exist, by id. */
export async function failedResults(
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, FailedResult>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FailedResult>`
    select r.id, t.file, t.title_path as "titlePath", r.error_line as "errorLine"
      from unnest(${numbers(ids)}::bigint[]) as page (id) ${probed(projectId, sql`page`)}
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the full names of tests by id. Includes the variant, because the same test in two browsers counts as two tests. Selects one value, because
 * the driver takes longer to parse 500 rows than the database to read them.
 */
export async function testNames(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ names: [id: number, name: string][] | null }>`
    select json_agg(json_build_array(t.id, array_to_string(t.title_path, ' › ')
             || case when t.variant = '' then '' else ' [' || t.variant || ']' end)) as names
      from unnest(${numbers(ids)}::bigint[]) as page (id)
     cross join lateral (select id, title_path, variant from test where project_id = ${opaqueProjectId(projectId)} and id = page.id offset 0) t
  `.execute(db);
  return new Map(rows[0]?.names ?? []);
}

interface RunSnapshot {
  readonly id: number;
  readonly number: number;
  readonly commit: string | null;
}

/** A group with data of its errors over all time. */
export interface GroupRow {
  readonly id: number;
  readonly class: FailureClass | null;
  readonly subClass: string | null;
  readonly confidence: number | null;
  readonly decidedBy: DecidedBy | null;
  readonly decidedName: string | null;
  readonly pinned: boolean;
  /** Smallest signature of its errors. */
  readonly signature: string;
  /** Message of its most frequent error. */
  readonly message: string;
  readonly text: string;
  readonly firstSeen: Date;
  readonly firstRun: RunSnapshot;
  readonly lastSeen: Date;
  readonly lastRun: RunSnapshot;
}

/** Returns groups by id, without those that have no errors left. */
export async function groupRows(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, GroupRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<GroupRow>`
    select g.id, g.class, g.sub_class as "subClass", g.confidence, g.decided_by as "decidedBy", g.decided_name as "decidedName",
           g.pinned, told.signature, main.message, main.outline ->> 'text' as text, told.first_seen as "firstSeen",
           told.first_run as "firstRun", told.last_seen as "lastSeen", told.last_run as "lastRun"
      from unnest(${numbers(ids)}::bigint[]) as page (id)
     cross join lateral (select * from failure_group where project_id = ${opaqueProjectId(projectId)} and id = page.id offset 0) g
     cross join lateral (
             select message, outline from failure_signature
              where project_id = ${opaqueProjectId(projectId)} and group_id = g.id
              order by occurrences desc, id limit 1) main
     cross join lateral (
             select min(signature) as signature, min(first_seen) as first_seen, max(last_seen) as last_seen,
                    (array_agg(first_run order by first_seen, id))[1] as first_run,
                    (array_agg(last_run order by last_seen desc, id desc))[1] as last_run
               from failure_signature
              where project_id = ${opaqueProjectId(projectId)} and group_id = g.id) told
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A cause in a list of projects. */
export interface CauseInBrief {
  readonly id: number;
  /** Message of its most frequent error. */
  readonly message: string;
  readonly firstSeen: Date;
  readonly firstRun: RunSnapshot;
}

/** Returns causes of several projects by id, as `groupRows` does for one project. */
export async function causesInBrief(
  db: Db,
  causes: readonly { readonly projectId: number; readonly groupId: number }[],
): Promise<Map<number, CauseInBrief>> {
  if (causes.length === 0) return new Map();
  const [projectIds, ids] = [causes.map(({ projectId }) => projectId), causes.map(({ groupId }) => groupId)];
  const { rows } = await sql<CauseInBrief>`
    select s.group_id as id, (array_agg(s.message order by s.occurrences desc, s.id))[1] as message,
           min(s.first_seen) as "firstSeen", (array_agg(s.first_run order by s.first_seen, s.id))[1] as "firstRun"
      from unnest(${numbers(projectIds)}::bigint[], ${numbers(ids)}::bigint[]) as page (project_id, group_id)
      join failure_signature s on s.project_id = page.project_id and s.group_id = page.group_id
     group by s.project_id, s.group_id
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
