import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { Position } from "./read-replica.ts";

/** A replica that a caller may read from lags less, so older positions are not needed. */
const retentionMinutes = 10;

const insertPosition = sql.raw("(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint");

/** Returns how far the log of the primary is on its disk, which is what replicas can have. */
export async function flushedPosition(primary: Db): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position
  `.execute(primary);
  return (rows[0] as { position: Position }).position;
}

/** Returns the end of the primary's log, including commits that are not on disk yet. */
export async function currentPosition(primary: Db): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`
    select ${insertPosition} as position
  `.execute(primary);
  return (rows[0] as { position: Position }).position;
}

/** Stores that the caller has committed changes up to now. */
export async function storeWrite(primary: Db, caller: string): Promise<void> {
  await sql`
    insert into written_position (caller, position, written_at)
    values (${caller}, ${insertPosition}, now())
    on conflict (caller) do update set position = excluded.position, written_at = excluded.written_at
  `.execute(primary);
}

/** Returns the position of the caller's last change; 0 without one in the last ten minutes. */
export async function lastWrite(primary: Db, caller: string): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`
    select position from written_position
     where caller = ${caller} and written_at > now() - make_interval(mins => ${retentionMinutes})
  `.execute(primary);
  return rows[0]?.position ?? 0;
}

export async function forgetOldWrites(primary: Db): Promise<void> {
  await sql`
    delete from written_position where written_at < now() - make_interval(mins => ${retentionMinutes})
  `.execute(primary);
}
