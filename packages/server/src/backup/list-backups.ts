import { forEachConcurrently } from "#core/for-each-concurrently.ts";
import type { BackupTarget } from "./backup-target.ts";
import { backupNamePattern } from "./make-backup.ts";
import { loadManifest, type Manifest } from "./manifest.ts";

/** A folder of a target. `incomplete`: it has no manifest, because the backup was interrupted or is still being written. */
export type ListedBackup =
  | { readonly name: string; readonly state: "complete"; readonly manifest: Manifest }
  | { readonly name: string; readonly state: "incomplete" }
  | { readonly name: string; readonly state: "unreadable"; readonly error: string };

const concurrency = 8;

/**
 * Lists backups, the newest first.
 *
 * @param max Older ones are not read.
 */
export async function listBackups(target: BackupTarget, max = Number.POSITIVE_INFINITY): Promise<ListedBackup[]> {
  const names = (await backupNames(target)).toReversed().slice(0, max);
  const listed = new Map<string, ListedBackup>();
  await forEachConcurrently(names, concurrency, async (name) => {
    listed.set(name, await readBackup(target, name));
  });
  return names.flatMap((name) => listed.get(name) ?? []);
}

/** Returns the names of all backups, also of incomplete ones, the oldest first. */
export async function backupNames(target: BackupTarget): Promise<string[]> {
  return (await target.folders()).filter((name) => backupNamePattern.test(name)).toSorted();
}

/** Returns the time at which a backup was started. */
export function startOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z"));
}

async function readBackup(target: BackupTarget, name: string): Promise<ListedBackup> {
  const read = await loadManifest(target, name).catch((error: unknown) => {
    // The target itself does not work.
    if ((error as { code?: unknown }).code !== undefined) throw error;
    return error as Error;
  });
  if (read instanceof Error) return { name, state: "unreadable", error: read.message };
  return read === null ? { name, state: "incomplete" } : { name, state: "complete", manifest: read };
}
