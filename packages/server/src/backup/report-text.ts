import { formatBytes, formatCount } from "@plumb/contract/figures.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { type ListedBackup, startOf } from "./list-backups.ts";
import type { BackupReport } from "./make-backup.ts";
import { type Manifest, tableTotals } from "./manifest.ts";
import type { PruneReport } from "./prune-backups.ts";

/** Returns lines about a finished backup for the operator. */
export function backupText({ name, rows, bytes, blobs, lost }: BackupReport, target: string): string {
  return [
    `Backup ${name} in ${target} is complete.`,
    `  Tables  ${formatCount(rows)} rows, ${formatBytes(bytes)} compressed`,
    `  Files   ${formatCount(blobs.count)} (${formatBytes(blobs.bytes)}), of which ${formatCount(blobs.copied)} were new (${formatBytes(blobs.copiedBytes)})`,
    "  Secret  not included: keep PLUMB_SECRET, or the file secret of the data folder, in another place",
    ...(lost.length === 0
      ? []
      : [
          `  Lost    ${formatCount(lost.length)} files were missing or damaged before the backup: ${lost
            .slice(0, 3)
            .map(({ projectId, hash }) => `${projectId}/${hash}`)
            .join(", ")}${lost.length > 3 ? ", …" : ""}`,
        ]),
    "",
  ].join("\n");
}

/** Returns a line about each backup, the newest first. */
export function listText(backups: readonly ListedBackup[], target: string): string {
  if (backups.length === 0) return `${target} has no backups.\n`;
  return backups.map((backup) => `${backup.name}  ${stateText(backup)}\n`).join("");
}

function stateText(backup: ListedBackup): string {
  if (backup.state === "complete") return sizeText(backup.manifest);
  if (backup.state === "unreadable") return backup.error;
  return `incomplete: interrupted, or still being written since ${startOf(backup.name).toISOString()}`;
}

function sizeText({ plumb, tables, blobs }: Manifest): string {
  const { rows, bytes } = tableTotals(tables);
  return `complete, Plumb ${plumb}, ${formatCount(rows)} rows (${formatBytes(bytes)}), ${counted(blobs.count, "file")} (${formatBytes(blobs.bytes)})`;
}

/** Returns lines about removed backups for the operator. */
export function pruneText({ removed, incomplete, blobs, blobBytes, remaining }: PruneReport, target: string): string {
  return [
    ...removed.map((name) => `Removed ${name}.`),
    ...incomplete.map((name) => `Removed ${name}, which was incomplete.`),
    `${target} has ${counted(remaining, "backup")}. Removed ${counted(blobs, "file")} (${formatBytes(blobBytes)}) that no backup needs.`,
    "",
  ].join("\n");
}
