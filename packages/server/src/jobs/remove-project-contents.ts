import type { Context } from "#core/context.ts";
import { mayRemove, removeBatch, removeProject } from "#store/projects/project-removal.ts";

/**
 * Carries out the deletion of a project: rows in small batches, then the files, the project itself last, so that it goes on
 * wherever a stop cut it off. True while something is left: it is still being uploaded to, or the server stops.
 */
export async function removeProjectContents(
  { db, blobs }: Pick<Context, "db" | "blobs">,
  projectId: number,
  signal: Pick<AbortSignal, "aborted">,
): Promise<boolean> {
  if (!(await mayRemove(db, projectId))) return true;
  let left = true;
  while (left && !signal.aborted) left = await removeBatch(db, projectId);
  if (left) return true;
  await blobs.removeProject(projectId);
  await removeProject(db, projectId);
  return false;
}
