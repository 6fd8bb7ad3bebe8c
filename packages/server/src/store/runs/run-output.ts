import type { PrintedOutput } from "@plumb/contract/runs/run-output.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { NewArtifact, RunFile } from "#store/results/artifacts.ts";
import type { RunKey } from "./status-rows.ts";

interface SourceKey extends RunKey {
  readonly sourceId: number;
}

/** Stores files of a run that belong to none of its tests, and counts them in the run. */
export async function recordRunFiles(db: Db, target: SourceKey, files: readonly NewArtifact[]): Promise<void> {
  const column = (of: (file: NewArtifact) => string | null) => texts(files.map(of));
  await sql`
    with source as (
      update run r set output_count = r.output_count + ${files.length}
        from upload u
       where r.project_id = ${target.projectId} and r.id = ${target.runId}
         and u.project_id = r.project_id and u.run_id = r.id and u.id = ${target.sourceId} and u.status = 'receiving'
      returning u.project_id, u.run_id, u.id
    )
    insert into artifact (project_id, run_id, upload_id, kind, name, content_type, path, size, blob_hash)
    select source.project_id, source.run_id, source.id, kind, given.name, content_type, path, size, blob_hash
      from source,
           unnest(${column(({ kind }) => kind)}::text[], ${column(({ name }) => name)}::text[],
                  ${column(({ contentType }) => contentType)}::text[], ${column(({ path }) => path)}::text[],
                  ${numbers(files.map(({ size }) => size))}::bigint[], ${column(({ blobHash }) => blobHash)}::text[])
           with ordinality
           as given (kind, name, content_type, path, size, blob_hash, n)
     order by n
  `.execute(db);
}

/** Stores the output of a source outside its tests, and counts it in the run. */
export async function recordRunOutput(
  transaction: Db,
  target: SourceKey,
  output: Readonly<Record<"stdout" | "stderr", string>>,
): Promise<void> {
  for (const stream of ["stdout", "stderr"] as const) {
    if (output[stream].trim() === "") continue;
    await sql`
      insert into run_output (project_id, run_id, upload_id, stream, content)
      values (${target.projectId}, ${target.runId}, ${target.sourceId}, ${stream}, ${output[stream]})
    `.execute(transaction);
    await sql`
      update run set output_count = output_count + 1 where project_id = ${target.projectId} and id = ${target.runId}
    `.execute(transaction);
  }
}

/** Returns the output of a run outside its tests, in order of arrival. `after` is the id of the last one of the previous page. */
export async function printedByRun(
  db: Db,
  projectId: number,
  runId: number,
  limit: number,
  after = 0,
): Promise<PrintedOutput[]> {
  const { rows } = await sql<PrintedOutput>`
    select o.id, u.file_name as source, o.stream, o.content as text
      from run_output o
      join upload u on u.project_id = o.project_id and u.id = o.upload_id
     where o.project_id = ${projectId} and o.run_id = ${runId} and o.id > ${after}
     order by o.id
     limit ${limit}
  `.execute(db);
  return rows;
}

export async function filesOfRun(db: Db, projectId: number, runId: number, limit: number): Promise<RunFile[]> {
  const { rows } = await sql<RunFile>`
    select id, attempt, kind, name, content_type as "contentType", path, size, blob_hash as "blobHash"
      from artifact
     where project_id = ${projectId} and run_id = ${runId} and result_id is null
     order by id
     limit ${limit}
  `.execute(db);
  return rows;
}
