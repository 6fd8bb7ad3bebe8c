import type { Backups } from "@plumb/contract/administration/backups.ts";

/** A backup, or an attempt to make one. */
export interface BackupRow {
  readonly key: string;
  readonly startedAt: string;
  readonly state: "complete" | "running" | "failed" | "incomplete" | "unreadable";
  /** Size of the tables and the files; `null` unless it is complete. */
  readonly size: {
    readonly bytes: number;
    readonly rows: number;
    readonly files: number;
    readonly fileBytes: number;
  } | null;
  /** Email address of the user who requested it, or `null`. */
  readonly requestedBy: string | null;
  readonly problem: string | null;
}

const brokenTexts = {
  incomplete: "It was interrupted, and will be removed after the next backup.",
  unreadable: "Its manifest is damaged. No old backup is removed until you delete this folder.",
} as const;

/** Returns the backups in the target with the attempts that failed or are running, the newest first. */
export function backupRows({ attempts, broken, state, stored }: Backups): BackupRow[] {
  const attemptOf = new Map(attempts.flatMap((attempt) => (attempt.name === null ? [] : [[attempt.name, attempt]])));
  const running = attempts.find(({ endedAt }) => endedAt === null);
  const rows: BackupRow[] = [
    ...attempts
      .filter(({ name }) => name === null)
      .map(({ startedAt, endedAt, requestedBy, error }) => ({
        key: startedAt,
        startedAt,
        state: endedAt === null ? ("running" as const) : ("failed" as const),
        size: null,
        requestedBy,
        problem: error,
      })),
    ...stored.map(({ name, createdAt, bytes, rows: count, files, fileBytes, lostFiles }) => ({
      key: name,
      startedAt: createdAt,
      state: "complete" as const,
      size: { bytes, rows: count, files, fileBytes },
      requestedBy: attemptOf.get(name)?.requestedBy ?? null,
      problem: lostFiles === 0 ? null : lostText(lostFiles),
    })),
    // The folder of a running backup is incomplete, too.
    ...broken
      .filter(({ createdAt }) => state !== "running" || running === undefined || createdAt < running.startedAt)
      .map(({ name, createdAt, state: kind }) => ({
        key: name,
        startedAt: createdAt,
        state: kind,
        size: null,
        requestedBy: null,
        problem: brokenTexts[kind],
      })),
  ];
  return rows.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
}

function lostText(files: number): string {
  return files === 1
    ? "1 file was already missing or damaged on the server."
    : `${files} files were already missing or damaged on the server.`;
}
