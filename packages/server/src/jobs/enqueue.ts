import type { JobData, JobName } from "#jobs/job-data.ts";
import type { Db } from "#store/db.ts";
import { insertJob, type NewJob } from "#store/jobs/queue.ts";

/**
 * Puts a job into the queue, in the transaction of what causes it: both are kept or neither. It is seen within a second;
 * publish `{ about: "jobs" }` after the commit where somebody waits.
 */
export async function enqueue<Name extends JobName>(
  transaction: Db,
  job: Omit<NewJob, "kind" | "data"> & { readonly kind: Name; readonly data: JobData<Name> },
): Promise<void> {
  await insertJob(transaction, job);
}
