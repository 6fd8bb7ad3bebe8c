import { sql } from "kysely";

/**
 * A column that lets its transaction commit without waiting for the disk. For the batches of an upload only: they count
 * once `markRecorded` has committed, and that commit waits for everything written before it. A crash in between takes
 * the whole upload back anyway.
 */
export const unflushed = sql`set_config('synchronous_commit', 'off', true)`;
