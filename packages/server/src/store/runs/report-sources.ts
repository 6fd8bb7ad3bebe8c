import type { ReportUpload, UploadEffect } from "@plumb/contract/runs/upload-effect.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

type Stored = Omit<ReportUpload, "receivedAt" | "startedAt"> & {
  readonly receivedAt: Date;
  readonly startedAt: Date | null;
};

/** Returns the sources of a run in order of arrival, each with its effect on the run. */
export async function sourcesOfReport(
  db: Db,
  projectId: number,
  runId: number,
  limit: number,
): Promise<ReportUpload[]> {
  const { rows } = await sql<Stored>`
    select id, file_name as name, format, received_at as "receivedAt", started_at as "startedAt", tests, shard, facts, effect
      from upload
     where project_id = ${projectId} and run_id = ${runId} and status = 'recorded'
     order by received_at, id limit ${limit}
  `.execute(db);
  return rows.map(({ receivedAt, startedAt, ...source }) => ({
    ...source,
    receivedAt: receivedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
  }));
}

/** Returns the number of recorded sources. */
export async function sourceCount(db: Db, projectId: number, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from upload
     where project_id = ${projectId} and run_id = ${runId} and status = 'recorded'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the combined effect of a request's sources; `null` if they have none on other sources of the run. */
export async function effectOfSources(
  db: Db,
  projectId: number,
  sourceIds: readonly number[],
): Promise<UploadEffect | null> {
  const { rows } = await sql<{ effect: UploadEffect }>`
    select effect from upload
     where project_id = ${projectId} and id = any(${numbers(sourceIds)}::bigint[]) and effect is not null
     order by id
  `.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const sum = (of: "copies" | "leftOut" | "recovered" | "reran" | "superseded") =>
    rows.reduce((total, { effect }) => total + effect[of], 0);
  const locations = [...new Set(rows.flatMap(({ effect }) => effect.place ?? []))];
  return {
    reran: sum("reran"),
    recovered: sum("recovered"),
    superseded: sum("superseded"),
    copies: sum("copies"),
    leftOut: sum("leftOut"),
    place: locations.length === 0 ? null : locations.slice(0, 5).join(", "),
    repeats: rows.flatMap(({ effect }) => effect.repeats).slice(0, 20),
    repeatedBy: rows.every(({ effect }) => effect.repeatedBy !== null) ? first.effect.repeatedBy : null,
  };
}
