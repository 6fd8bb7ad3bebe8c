import { sql } from "kysely";

/**
 * A column that lets its transaction commit without waiting for the disk. For the batches of an upload, which count
 * once `markRecorded` has committed, and that commit waits for everything written before it: a crash in between takes
 * the whole upload back anyway. And for what queues and ends jobs, which may be carried out twice. Never for what a live source is told
 * that it is kept.
 */
export const unflushed = sql`set_config('synchronous_commit', 'off', true)`;
