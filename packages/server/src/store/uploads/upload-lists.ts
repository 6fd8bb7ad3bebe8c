import type {
  Upload,
  UploadDetails,
  UploadFile,
  UploadReport,
  UploadState,
  UploadWay,
  FileProblems,
} from "@plumb/contract/runs/uploads.ts";
import { type RawBuilder, sql } from "kysely";
import type { SenderDetails } from "./uploads.ts";
import type { Db } from "#store/db.ts";

/** Filter for the uploads of a project. Undefined fields match everything. */
export interface UploadSelection {
  readonly projectId: number;
  readonly states: readonly UploadState[] | undefined;
  readonly keyId: number | undefined;
  readonly runId: number | undefined;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
  /** Lower-case words that must all occur. */
  readonly words: readonly string[];
  /** Id of an upload. Only older uploads are returned. */
  readonly before: number | undefined;
  readonly limit: number;
}

interface UploadRow extends SenderDetails {
  readonly id: number;
  readonly receivedAt: Date;
  readonly endedAt: Date | null;
  readonly way: UploadWay;
  readonly state: UploadState;
  readonly times: number;
  readonly keyId: number | null;
  readonly userId: number | null;
  readonly sender: string | null;
  readonly name: string;
  readonly fileCount: number;
  readonly bytes: number;
  readonly tests: number;
  readonly problemCount: number;
  readonly reason: string | null;
  /** Progress of a running live source. */
  readonly soFar: { readonly tests: number; readonly bytes: number } | null;
  readonly reports: UploadReport[];
}

const maxReports = 20;

const columnsOf = (projectId: number) => sql`
  a.id, a.received_at as "receivedAt", a.ended_at as "endedAt", a.way, a.state, a.times, a.key_id as "keyId", a.user_id as "userId",
  a.sender, a.suite, a.environment, a.branch, a.commit_sha as "commit", a.build, a.ci_url as "ciUrl", a.shard,
  a.shard_total as "shardTotal", a.name, a.file_count as "fileCount", a.bytes, a.tests, a.problem_count as "problemCount", a.reason,
  case when a.state = 'reading' then (
    select jsonb_build_object('tests', coalesce(sum(u.tests), 0), 'bytes', coalesce(sum(u.bytes), 0))
      from arrival_run o
      join upload u on u.project_id = ${projectId} and u.run_id = o.run_id and u.arrival_id = o.arrival_id
     where o.project_id = ${projectId} and o.arrival_id = a.id) end as "soFar",
  coalesce((
    select jsonb_agg(jsonb_build_object('id', o.run_id, 'number', o.number, 'suite', o.suite, 'gone', r.id is null) order by o.number)
      from (select * from arrival_run o where o.project_id = ${projectId} and o.arrival_id = a.id
             order by o.number limit ${maxReports}) o
      left join run r on r.project_id = ${projectId} and r.id = o.run_id and r.removed_at is null), '[]') as reports`;

/** Returns the newest uploads first. */
export async function uploadPage(db: Db, selection: UploadSelection): Promise<Upload[]> {
  const { rows } = await sql<UploadRow>`
    select ${columnsOf(selection.projectId)}
      from (select * from arrival a where ${isSelected(selection)} order by a.id desc limit ${selection.limit}) a
     order by a.id desc
  `.execute(db);
  return rows.map(present);
}

function isSelected(selection: UploadSelection): RawBuilder<unknown> {
  const { projectId, states, keyId, runId, from, until, words, before } = selection;
  const conditions: RawBuilder<unknown>[] = [sql`a.project_id = ${projectId}`];
  if (before !== undefined) conditions.push(sql`a.id < ${before}`);
  if (states !== undefined && states.length > 0) conditions.push(sql`a.state = any(${states}::text[])`);
  if (keyId !== undefined) conditions.push(sql`a.key_id = ${keyId}`);
  if (runId !== undefined)
    conditions.push(
      sql`a.id in (select o.arrival_id from arrival_run o where o.project_id = ${projectId} and o.run_id = ${runId})`,
    );
  if (from !== undefined) conditions.push(sql`a.received_at >= ${from}`);
  if (until !== undefined) conditions.push(sql`a.received_at < ${until}`);
  for (const word of words) conditions.push(sql`strpos(a.search_text, ${word}) > 0`);
  return sql.join(conditions, sql` and `);
}

function present(row: UploadRow): Upload {
  const { receivedAt, endedAt, keyId, userId, sender, shard, shardTotal, soFar, ...rest } = row;
  const isLive = row.way !== "file";
  // The report was deleted while the live source was running, so no event will complete it.
  const isLost = isLive && row.state === "reading" && row.reports.length > 0 && row.reports.every(({ gone }) => gone);
  return {
    ...rest,
    ...(soFar !== null && isLive && !isLost && soFar),
    ...(isLost && { state: "interrupted" as const, reason: "Its report was deleted while it was running." }),
    receivedAt: receivedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    sender: { kind: keyId !== null ? "key" : userId !== null ? "user" : "unknown", name: sender, keyId },
    shard: shard === null ? null : { current: shard, total: shardTotal },
  };
}

type Details = Omit<UploadDetails, "key" | "problems">;

export async function uploadById(db: Db, projectId: number, id: number): Promise<Details | null> {
  const { rows } = await sql<UploadRow & { files: UploadFile[]; verdictCount: number }>`
    select ${columnsOf(projectId)}, a.files, a.verdict_count as "verdictCount"
      from arrival a where a.project_id = ${projectId} and a.id = ${id}
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...present(row), files: row.files, verdictCount: row.verdictCount };
}

type RecordedProblem = FileProblems["problems"][number];

/** Returns the problems of an upload by file and line. Problems without a file come first. */
export async function problemsOfUpload(db: Db, projectId: number, id: number, limit: number): Promise<FileProblems[]> {
  const { rows } = await sql<RecordedProblem>`
    select p.id, p.severity, p.file, p.line, p.reason, p.run_id as "reportId"
      from arrival_run o
      join run r on r.project_id = o.project_id and r.id = o.run_id and r.removed_at is null
      join upload u on u.project_id = ${projectId} and u.run_id = o.run_id and u.arrival_id = o.arrival_id
      join problem p on p.project_id = u.project_id and p.run_id = u.run_id and p.upload_id = u.id
     where o.project_id = ${projectId} and o.arrival_id = ${id}
     order by p.file nulls first, p.line nulls first, p.id
     limit ${limit}
  `.execute(db);
  return [...Map.groupBy(rows, ({ file }) => file)].map(([file, problems]) => ({ file, problems }));
}

/** Returns the current state of the key that was used; `null` if it does not exist. */
export async function keyOfUpload(db: Db, projectId: number, keyId: number, now: Date): Promise<UploadDetails["key"]> {
  const { rows } = await sql<{ prefix: string; state: "active" | "expired" | "revoked"; lastUsedAt: Date | null }>`
    select prefix, last_used_at as "lastUsedAt",
           case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired' else 'active' end as state
      from api_key where project_id = ${projectId} and id = ${keyId}
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, lastUsedAt: row.lastUsedAt?.toISOString() ?? null };
}
