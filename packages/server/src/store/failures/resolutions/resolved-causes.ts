import type { WithoutComparison } from "@plumb/contract/failures/resolutions.ts";
import { classesOfKind, type ResolutionKind, resolutionKinds } from "@plumb/contract/failures/resolution-kinds.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type RawBuilder, sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/**
 * A resolution with the engine's own class (its most confident verdict, as in `groupClass`), ignoring classes set by users or rules. `reason` is set for
 * causes that are not compared.
 */
function compared(projectId: number, zone: string): RawBuilder<unknown> {
  const agreement = sql.join(
    resolutionKinds.map((kind) => sql`when ${kind}::text then e.class = any(${texts(classesOfKind[kind])}::text[])`),
    sql` `,
  );
  const isClassified = sql`e.class is not null and e.class <> 'Unknown'`;
  return sql`(
    select x.*, e.class, to_char(coalesce(x.passed_at, x.failed_at) at time zone ${zone}, 'YYYY-MM') as month,
           coalesce(x.reason, case when ${isClassified} then null else 'unclassified' end) as without,
           case when x.kind is not null and ${isClassified} then case x.kind ${agreement} end end as agreed
      from cause_resolution x
     cross join lateral (
             select count(*) as errors from failure_signature s
              where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = x.group_id) n
      left join lateral (
             select s.verdict ->> 'class' as class from failure_signature s
              where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = x.group_id and jsonb_array_length(s.verdict -> 'evidence') > 0
              order by (s.verdict ->> 'confidence')::double precision desc, s.signature limit 1) e on true
     where x.project_id = ${projectId} and n.errors > 0)`;
}

export interface ResolutionCount {
  readonly month: string;
  readonly class: FailureClass | null;
  readonly kind: ResolutionKind | null;
  readonly without: WithoutComparison | null;
  readonly agreed: boolean | null;
  readonly causes: number;
}

/** Counts the resolutions since a time. */
export async function resolutionCounts(
  db: Db,
  projectId: number,
  { zone, since }: { readonly zone: string; readonly since: Date },
): Promise<ResolutionCount[]> {
  const { rows } = await sql<ResolutionCount>`
    select month, class, kind, without, agreed, count(*)::integer as causes
      from ${compared(projectId, zone)} c
     where coalesce(passed_at, failed_at) >= ${since}
     group by month, class, kind, without, agreed
     order by month desc, class, kind, without
  `.execute(db);
  return rows;
}

export interface CauseFilter {
  readonly zone: string;
  readonly since: Date;
  readonly month?: string | undefined;
  readonly class?: FailureClass | undefined;
  readonly kind?: ResolutionKind | undefined;
  readonly agreed?: boolean | undefined;
  readonly without?: WithoutComparison | undefined;
}

export interface ResolvedRow {
  readonly groupId: number;
  readonly message: string;
  readonly class: FailureClass | null;
  readonly kind: ResolutionKind | null;
  readonly without: WithoutComparison | null;
  readonly agreed: boolean | null;
  readonly failedAt: Date;
  readonly failedRunId: number | null;
  readonly failedCommit: string | null;
  readonly passedAt: Date | null;
  readonly passedRunId: number | null;
  readonly passedCommit: string | null;
}

/** Returns the causes behind a figure, latest first, and their total number. */
export async function resolvedCauses(
  db: Db,
  projectId: number,
  filter: CauseFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ causes: ResolvedRow[]; total: number }> {
  const conditions = [
    sql`coalesce(passed_at, failed_at) >= ${filter.since}`,
    ...(filter.month === undefined ? [] : [sql`month = ${filter.month}`]),
    ...(filter.class === undefined ? [] : [sql`class = ${filter.class} and without is null`]),
    ...(filter.kind === undefined ? [] : [sql`kind = ${filter.kind} and without is null`]),
    ...(filter.agreed === undefined ? [] : [sql`agreed = ${filter.agreed}`]),
    ...(filter.without === undefined ? [] : [sql`without = ${filter.without}`]),
  ];
  const matching = sql`from ${compared(projectId, filter.zone)} c where ${sql.join(conditions, sql` and `)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(db);
  const { rows } = await sql<ResolvedRow>`
    select c.group_id as "groupId", m.message, c.class, c.kind, c.without, c.agreed, c.failed_at as "failedAt", c.failed_commit as "failedCommit",
           c.passed_at as "passedAt", c.passed_commit as "passedCommit",
           (select r.id from run r where r.project_id = ${opaqueProjectId(projectId)} and r.id = c.failed_run_id and r.removed_at is null) as "failedRunId",
           (select r.id from run r where r.project_id = ${opaqueProjectId(projectId)} and r.id = c.passed_run_id and r.removed_at is null) as "passedRunId"
      from (select * ${matching} order by coalesce(passed_at, failed_at) desc, group_id desc limit ${limit} offset ${offset}) c
     cross join lateral (
             select message from failure_signature
              where project_id = ${opaqueProjectId(projectId)} and group_id = c.group_id order by occurrences desc, id limit 1) m
     order by coalesce(c.passed_at, c.failed_at) desc, c.group_id desc
  `.execute(db);
  return { causes: rows, total: counted[0]?.total ?? 0 };
}
