import type { BackupSchedule } from "@plumb/contract/administration/backups.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

const defaultSchedule: BackupSchedule = { enabled: false, weekday: null, time: "02:00", timeZone: "UTC", keep: 14 };

/** @property since Time of the last change, before which nothing is due. */
export interface StoredSchedule {
  readonly schedule: BackupSchedule;
  readonly since: Date;
}

export async function backupSchedule(db: Db): Promise<StoredSchedule> {
  const { rows } = await sql<{ value: BackupSchedule & { since: string } }>`
    select value from setting where key = 'backups'
  `.execute(db);
  const [stored] = rows;
  if (stored === undefined) return { schedule: defaultSchedule, since: new Date(0) };
  const { since, ...schedule } = stored.value;
  return { schedule, since: new Date(since) };
}

export async function saveBackupSchedule(transaction: Db, schedule: BackupSchedule, now: Date): Promise<void> {
  const value = JSON.stringify({ ...schedule, since: now.toISOString() });
  await sql`
    insert into setting (key, value) values ('backups', ${value}::jsonb)
    on conflict (key) do update set value = excluded.value
  `.execute(transaction);
}

export interface StoredAttempt {
  readonly id: number;
  readonly requestedBy: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly name: string | null;
  readonly error: string | null;
  readonly pruneError: string | null;
}

/** Returns the newest attempts, the newest first. */
export async function backupAttempts(db: Db, max: number): Promise<StoredAttempt[]> {
  const { rows } = await sql<StoredAttempt>`
    select id, requested_by as "requestedBy", started_at as "startedAt", ended_at as "endedAt", name, error, prune_error as "pruneError"
      from backup_attempt order by id desc limit ${max}
  `.execute(db);
  return rows;
}

/** Returns the start of the last attempt that succeeded. */
export async function lastBackupAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select started_at as at from backup_attempt where name is not null order by id desc limit 1
  `.execute(db);
  return rows[0]?.at ?? null;
}

/** Keeps the last success, whatever follows it. */
const retainedAttempts = 200;

/** Records the start of an attempt, and the end of those whose process died. Returns its id. */
export async function beginAttempt(db: Db, requestedBy: string | null, now: Date): Promise<number> {
  await sql`
    update backup_attempt set ended_at = ${now}, error = 'The server stopped during the backup.' where ended_at is null
  `.execute(db);
  await sql`
    delete from backup_attempt
     where id <= (select max(id) from backup_attempt) - ${retainedAttempts}
       and id <> (select coalesce(max(id), 0) from backup_attempt where name is not null)
  `.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into backup_attempt (requested_by, started_at) values (${requestedBy}, ${now}) returning id
  `.execute(db);
  return rows[0]?.id ?? 0;
}

export async function endAttempt(
  db: Db,
  id: number,
  { name, error, pruneError, now }: Pick<StoredAttempt, "error" | "name" | "pruneError"> & { readonly now: Date },
): Promise<void> {
  await sql`
    update backup_attempt set ended_at = ${now}, name = ${name}, error = ${error}, prune_error = ${pruneError} where id = ${id}
  `.execute(db);
}

/** For an attempt that will be repeated. */
export async function removeAttempt(db: Db, id: number): Promise<void> {
  await sql`delete from backup_attempt where id = ${id}`.execute(db);
}

/** Returns the state of the job that makes backups. */
export async function backupJobState(db: Db): Promise<"idle" | "queued" | "running"> {
  const { rows } = await sql<{ state: "queued" | "running" }>`
    select state from job where kind = 'make-backup' and state in ('queued', 'running') order by state desc limit 1
  `.execute(db);
  return rows[0]?.state ?? "idle";
}
