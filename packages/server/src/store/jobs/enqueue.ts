import type { JobData, JobName } from "./job-data.ts";
import type { Db } from "#store/db.ts";
import { insertJob, type NewJob } from "./queue.ts";

/**
 * Queues a job in the transaction that causes it: both are committed or neither is. The job starts within a second; publish `{ about: "jobs" }` after
 * the commit if a user waits for it.
 */
export async function enqueue<Name extends JobName>(
  transaction: Db,
  job: Omit<NewJob, "kind" | "data"> & { readonly kind: Name; readonly data: JobData<Name> },
): Promise<void> {
  await insertJob(transaction, job);
}
