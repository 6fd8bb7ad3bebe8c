import { z } from "zod";
import { endpoint, Timestamp, success } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export const Weekday = z.enum(weekdays);
export type Weekday = z.infer<typeof Weekday>;

export const maxRetainedBackups = 365;
const keepMessage = `Keep from 1 to ${maxRetainedBackups} backups`;

/** When the server backs itself up, and how many backups it keeps. */
export const BackupSchedule = z.object({
  enabled: z.boolean(),
  /** `null` for every day. */
  weekday: Weekday.nullable(),
  /** Local time, such as `02:30`. */
  time: z
    .string()
    .max(5)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 02:30"),
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone"),
  /** Older backups are removed after each backup. */
  keep: z.number(keepMessage).int(keepMessage).min(1, keepMessage).max(maxRetainedBackups, keepMessage),
});
export type BackupSchedule = z.infer<typeof BackupSchedule>;

/** A complete backup in the target. */
export const StoredBackup = z.object({
  name: z.string(),
  createdAt: Timestamp,
  /** Version of Plumb that made it. */
  plumb: z.string(),
  rows: z.number().int().nonnegative(),
  /** Size of the compressed tables. */
  bytes: z.number().nonnegative(),
  files: z.number().int().nonnegative(),
  /** Size of its files, which it shares with other backups. */
  fileBytes: z.number().nonnegative(),
  /** Number of files that were already missing or damaged on the server. */
  lostFiles: z.number().int().nonnegative(),
});
export type StoredBackup = z.infer<typeof StoredBackup>;

/** A folder in the target that cannot be restored. `incomplete`: it was interrupted, or is being written. */
export const BrokenBackup = z.object({
  name: z.string(),
  createdAt: Timestamp,
  state: z.enum(["incomplete", "unreadable"]),
});
export type BrokenBackup = z.infer<typeof BrokenBackup>;

/** An attempt of this server to make a backup. */
export const BackupAttempt = z.object({
  /** Email address of the user who requested it; `null` for the schedule. */
  requestedBy: z.string().nullable(),
  startedAt: Timestamp,
  /** `null` while it is running. */
  endedAt: Timestamp.nullable(),
  /** Name of the backup if it succeeded. */
  name: z.string().nullable(),
  error: z.string().nullable(),
  /** Why old backups were not removed afterwards. */
  pruneError: z.string().nullable(),
});
export type BackupAttempt = z.infer<typeof BackupAttempt>;

/** Maximum number of backups and attempts in the list. */
export const maxListedBackups = 50;

export const Backups = z.object({
  /** Folder or bucket of PLUMB_BACKUPS; `null` if it is not set. */
  target: z.string().nullable(),
  schedule: BackupSchedule,
  /** Next scheduled time; `null` if the schedule is off. */
  nextAt: Timestamp.nullable(),
  /** Last scheduled time, if it is some hours ago and no backup has succeeded since. */
  overdueSince: Timestamp.nullable(),
  state: z.enum(["idle", "queued", "running"]),
  /** Start of the last successful backup of this server. */
  lastSuccessAt: Timestamp.nullable(),
  /** Newest first. */
  attempts: z.array(BackupAttempt),
  /** Newest first; empty if `targetError` is set. */
  stored: z.array(StoredBackup),
  broken: z.array(BrokenBackup),
  /** Why the target cannot be read. */
  targetError: z.string().nullable(),
});
export type Backups = z.infer<typeof Backups>;

export const readBackups = endpoint({
  method: "GET",
  path: "/api/backups",
  summary: "Read the schedule of backups, its attempts, and the backups in its target",
  allow: "admin",
  response: success(Backups),
});

export const changeBackupSchedule = endpoint({
  method: "PUT",
  path: "/api/backups/schedule",
  summary: "Change when the server backs itself up, and how many backups it keeps",
  allow: "admin",
  body: BackupSchedule,
  response: success(BackupSchedule),
});

export const startBackup = endpoint({
  method: "POST",
  path: "/api/backups",
  summary: "Back up the server now",
  allow: "admin",
  response: success(z.null()),
});
