import { type RawBuilder, sql } from "kysely";
import { isDistributed } from "./statement-kind.ts";

/**
 * A column that makes its transaction commit without waiting for the disk. Used for the batches of an upload: they count only after the commit of
 * `markRecorded`, which waits for all earlier writes, and a crash before that removes the whole upload. Also used for queueing and ending jobs, which
 * may run twice, and for counting runs, which continues after the last committed part. Never use it for data that is acknowledged to a live source. In a
 * distributed database, every transaction waits.
 */
export function asyncCommit(): RawBuilder<unknown> {
  return isDistributed() ? sql`null` : sql`set_config('synchronous_commit', 'off', true)`;
}
