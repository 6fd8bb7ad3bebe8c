import { sql } from "kysely";
import type { Db } from "#store/db.ts";

export interface DatabaseState {
  /** Major version of PostgreSQL. */
  readonly version: number;
  readonly now: Date;
  /** Whether the user can create tables. */
  readonly canCreate: boolean;
  /** True for a standby server. */
  readonly isReadOnly: boolean;
}

export async function databaseState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select current_setting('server_version_num')::integer / 10000 as version, clock_timestamp() as now,
           has_schema_privilege('public', 'create') as "canCreate", current_setting('transaction_read_only') = 'on' as "isReadOnly"
  `.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error("The database returned no row.");
  return state;
}
