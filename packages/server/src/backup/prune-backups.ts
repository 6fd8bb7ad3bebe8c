import type { StoredBlob } from "#core/blob-store.ts";
import { forEachConcurrently } from "#core/for-each-concurrently.ts";
import type { BlobReference } from "#store/backup/snapshot.ts";
import { checkFile } from "./backup-files.ts";
import type { BackupTarget } from "./backup-target.ts";
import { readBlobList } from "./blob-list.ts";
import { type ListedBackup, listBackups } from "./list-backups.ts";
import { type Manifest, manifestPath } from "./manifest.ts";
import { lockTarget } from "./target-lock.ts";

const pageSize = 1000;
const concurrency = 8;

export interface PruneReport {
  /** Names of complete backups that were removed, the oldest first. */
  readonly removed: readonly string[];
  /** Names of folders that interrupted backups left. */
  readonly incomplete: readonly string[];
  readonly blobs: number;
  readonly blobBytes: number;
  readonly remaining: number;
}

/**
 * Removes all complete backups but the newest, what interrupted backups left, and files that no remaining backup lists. It can be interrupted at any
 * time and repeated.
 *
 * @param keep At least 1, so that the latest backup always remains.
 * @throws Error with a message for the operator, before anything is removed: if a backup is being written, or one cannot be read.
 */
export async function pruneBackups(
  target: BackupTarget,
  keep: number,
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Promise<PruneReport> {
  if (!Number.isInteger(keep) || keep < 1) throw new Error("At least one backup must be kept.");
  await using lock = await lockTarget(target);
  const backups = await listBackups(target);
  refuseUnreadable(backups);
  const complete = backups.filter((backup) => backup.state === "complete");
  const remaining = complete.slice(0, keep);
  // Also checked before anything is removed: a damaged list would make files look unused.
  for (const { manifest } of remaining) await checkFile(target, manifest.blobs.file);
  const removed = complete.slice(keep).map(({ name }) => name);
  const incomplete = backups.flatMap(({ name, state }) => (state === "incomplete" ? [name] : []));
  for (const name of [...removed, ...incomplete].toSorted()) {
    signal?.throwIfAborted();
    await lock.check();
    // First, so that an interruption leaves an incomplete backup instead of a damaged one.
    await target.removeFile(manifestPath(name));
    await target.remove(name);
  }
  const lists = remaining.map(({ manifest }) => sortedList(target, manifest));
  const blobs = await removeUnlisted(target, lists, async () => {
    signal?.throwIfAborted();
    await lock.check();
  });
  // No other process writes to the target, so all of them are left over.
  await target.blobs.removeUnfinished(new Date());
  return { removed: removed.toReversed(), incomplete, ...blobs, remaining: remaining.length };
}

function refuseUnreadable(backups: readonly ListedBackup[]): void {
  for (const backup of backups)
    if (backup.state === "unreadable")
      throw new Error(
        `Nothing was removed, because the files that ${backup.name} needs are unknown. ${backup.error} To remove old backups again, delete this folder.`,
      );
}

/** Removes files that are in none of the lists, which must have the order of the stored files: by project and hash. */
async function removeUnlisted(
  target: BackupTarget,
  lists: readonly SortedList[],
  beforePage: () => Promise<void>,
): Promise<{ blobs: number; blobBytes: number }> {
  let [blobs, blobBytes] = [0, 0];
  try {
    for (const projectId of (await target.blobs.projects()).toSorted((a, b) => a - b))
      for (let after: string | null = ""; after !== null;) {
        const page: { blobs: StoredBlob[]; next: string | null } = await target.blobs.list(projectId, after, pageSize);
        const last = page.blobs.at(-1)?.hash ?? "";
        const listed = new Set<string>();
        for (const list of lists) for (const hash of await list.upTo(projectId, last)) listed.add(hash);
        const unlisted = page.blobs.filter(({ hash }) => !listed.has(hash));
        if (unlisted.length > 0) await beforePage();
        await forEachConcurrently(unlisted, concurrency, async ({ hash, bytes }) => {
          await target.blobs.remove(projectId, hash);
          blobs++;
          blobBytes += bytes;
        });
        after = page.next;
      }
  } finally {
    for (const list of lists) await list.close();
  }
  return { blobs, blobBytes };
}

interface SortedList {
  /** Reads on to this hash of this project, and returns the hashes of the project on the way. */
  upTo(projectId: number, hash: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Reads the files of a backup in order, so that the lists of all backups never have to fit in memory. */
function sortedList(target: BackupTarget, manifest: Manifest): SortedList {
  const references = readBlobList(target, manifest.blobs.file);
  let waiting: BlobReference | null = null;
  const next = async (): Promise<BlobReference | null> => {
    const read = await references.next();
    return read.done === true ? null : read.value;
  };
  let started = false;
  return {
    async upTo(projectId, hash) {
      const found: string[] = [];
      if (!started) waiting = await next();
      started = true;
      while (waiting !== null && compare(waiting, { projectId, hash }) <= 0) {
        if (waiting.projectId === projectId) found.push(waiting.hash);
        const following = await next();
        if (following !== null && compare(following, waiting) <= 0)
          throw new Error(
            `The list of files of the backup of ${manifest.createdAt} is not sorted. No more files were removed.`,
          );
        waiting = following;
      }
      return found;
    },
    close: async () => void (await references.return(undefined)),
  };
}

function compare(a: Pick<BlobReference, "hash" | "projectId">, b: Pick<BlobReference, "hash" | "projectId">): number {
  return a.projectId - b.projectId || (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0);
}
