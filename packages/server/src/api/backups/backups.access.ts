import { changeBackupSchedule, readBackups, startBackup } from "@plumb/contract/administration/backups.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readBackups, callers: "admins" },
  {
    endpoint: changeBackupSchedule,
    callers: "admins",
    audit: ["backup_schedule.changed"],
    sample: { body: { enabled: true, weekday: null, time: "02:30", timeZone: "Europe/Berlin", keep: 7 } },
  },
  // The server of the test has no target for backups.
  { endpoint: startBackup, callers: "admins", status: 409, audit: ["backup.requested"] },
];
