import type { Db } from "#store/db.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { markDeleting } from "#store/projects/projects.ts";

/** Hides a project and queues the deletion of its data. Returns false if the project does not exist. */
export async function queueDeletion(transaction: Db, projectId: number, now: Date): Promise<boolean> {
  if (!(await markDeleting(transaction, projectId, now))) return false;
  // A job of the server, because jobs of the project are deleted with it.
  await enqueue(transaction, { kind: "delete-project", projectId: null, data: { projectId }, now });
  return true;
}
