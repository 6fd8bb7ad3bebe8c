import type { Context } from "#core/context.ts";
import { blobsAreHeld } from "#store/backup/blob-hold.ts";
import { mayRemove, removeBatch, removeProject } from "#store/projects/project-removal.ts";

/**
 * Deletes a project: rows in small batches, then files, then the project, so that it can resume after a stop. Returns true if something is left
 * because an upload or a backup is still running or the server is stopping.
 */
export async function removeProjectContents(
  { db, blobs, exportBlobs }: Pick<Context, "db" | "blobs" | "exportBlobs">,
  projectId: number,
  signal: Pick<AbortSignal, "aborted">,
): Promise<boolean> {
  if (!(await mayRemove(db, projectId))) return true;
  let left = true;
  while (left && !signal.aborted) left = await removeBatch(db, projectId);
  if (left || (await blobsAreHeld(db))) return true;
  await blobs.removeProject(projectId);
  await exportBlobs.removeProject(projectId);
  await removeProject(db, projectId);
  return false;
}
