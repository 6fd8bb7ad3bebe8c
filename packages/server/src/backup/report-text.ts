import { formatBytes, formatCount } from "@plumb/contract/figures.ts";
import type { BackupReport } from "./make-backup.ts";

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
