import type { BlobStore } from "#blobs/blob-store.ts";
import type { Db } from "#store/db.ts";
import { projectsToRemove, removeBatch, removeProject } from "#store/projects/project-removal.ts";

/**
 * Carries out the deletion of projects: rows in small batches, then the files, the project itself last, so that
 * whatever a stop leaves behind is found again by the next turn. Stops between two batches when `stopped`.
 */
export async function deleteProjects(db: Db, blobs: BlobStore, stopped: () => boolean = () => false): Promise<void> {
  for (const projectId of await projectsToRemove(db)) {
    let left = true;
    while (left && !stopped()) left = await removeBatch(db, projectId);
    if (left) return;
    await blobs.removeProject(projectId);
    await removeProject(db, projectId);
  }
}
