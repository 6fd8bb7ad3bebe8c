import { sql } from "kysely";

/**
 * A column that lets its transaction commit without waiting for the disk. For the batches of an upload, which count
 * once `markRecorded` has committed: that commit waits for all earlier writes, and a crash in between removes the
 * whole upload anyway. And for queueing and ending jobs, which may run twice. Never for data that is acknowledged to
 * a live source.
 */
export const unflushed = sql`set_config('synchronous_commit', 'off', true)`;
