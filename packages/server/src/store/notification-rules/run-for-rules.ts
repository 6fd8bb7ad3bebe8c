import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** The fields of a run that rules use. */
export interface RunForRules {
  readonly id: number;
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly status: "completed" | "failed" | "interrupted";
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** When its first report arrived. */
  readonly arrivedAt: Date;
  readonly total: number;
  readonly failed: number;
  readonly flaky: number;
  readonly partial: boolean;
  /** False for interrupted and partial runs, whose missing tests are not a change. */
  readonly isFull: boolean;
}

const columns = sql.raw(`
  r.id, r.number, r.suite, r.environment, r.branch, r.tags, r.status, r.started_at as "startedAt",
  coalesce(r.ended_at, r.started_at) as "endedAt", r.created_at as "arrivedAt", r.total, r.failed + r.errored as failed, r.flaky, r.partial is not null as partial,
  (r.status in ('completed', 'failed') and r.interruption is null and r.partial is null) as "isFull"`);

export async function runForRules(db: Db, projectId: number, runId: number): Promise<RunForRules | null> {
  const { rows } = await sql<RunForRules>`
    select ${columns} from run r
     where r.project_id = ${projectId} and r.id = ${runId} and r.removed_at is null and r.status <> 'running'
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the latest ended runs that started since `since`, oldest first. */
export async function endedRuns(
  db: Db,
  projectId: number,
  { since, limit }: { since: Date; limit: number },
): Promise<RunForRules[]> {
  const { rows } = await sql<RunForRules>`
    select ${columns} from run r
     where r.project_id = ${projectId} and r.started_at >= ${since} and r.removed_at is null and r.status <> 'running'
     order by r.started_at desc, r.id desc limit ${limit}
  `.execute(db);
  return rows.toReversed();
}
