import { refusedError } from "@plumb/client/call-error.ts";
import type { BackupAttempt, Backups, StoredBackup } from "@plumb/contract/administration/backups.ts";
import { useState } from "react";
import { BackupScheduleForm, useScheduleForm } from "./backup-schedule-form.tsx";
import { BackupsView } from "./backups-view.tsx";

const stored = (day: string, change: Partial<StoredBackup> = {}): StoredBackup => ({
  name: `2030-01-${day}T01-30-00-000Z`,
  createdAt: `2030-01-${day}T01:30:00.000Z`,
  plumb: "0.3.0",
  rows: 1_204_331,
  bytes: 84_000_000,
  files: 5310,
  fileBytes: 3_200_000_000,
  lostFiles: 0,
  ...change,
});

const attempt = (day: string, change: Partial<BackupAttempt> = {}): BackupAttempt => ({
  requestedBy: null,
  startedAt: `2030-01-${day}T01:30:00.000Z`,
  endedAt: `2030-01-${day}T01:31:12.000Z`,
  name: `2030-01-${day}T01-30-00-000Z`,
  error: null,
  pruneError: null,
  ...change,
});

const healthy: Backups = {
  target: "s3://company-backups/plumb",
  schedule: { enabled: true, weekday: null, time: "02:30", timeZone: "Europe/Berlin", keep: 14 },
  nextAt: "2030-01-04T01:30:00.000Z",
  overdueSince: null,
  state: "idle",
  lastSuccessAt: "2030-01-03T01:30:00.000Z",
  attempts: [attempt("03"), attempt("02", { requestedBy: "ada@example.com" })],
  stored: [stored("03"), stored("02", { lostFiles: 2 }), stored("01")],
  broken: [],
  targetError: null,
};

interface ScreenProps {
  readonly backups: Backups;
  readonly error?: unknown;
}

/** Shows what would be sent. */
function Screen({ backups, error = null }: ScreenProps) {
  const [output, setOutput] = useState("");
  const form = useScheduleForm(backups.schedule, error);
  return (
    <>
      <BackupsView backups={backups} starting={false} onStart={() => setOutput("start")}>
        <BackupScheduleForm form={form} saving={false} onSave={(schedule) => setOutput(JSON.stringify(schedule))} />
      </BackupsView>
      <output>{output}</output>
    </>
  );
}

export const Healthy = () => <Screen backups={healthy} />;

export const NotConfigured = () => (
  <Screen
    backups={{
      ...healthy,
      target: null,
      schedule: { ...healthy.schedule, enabled: false },
      nextAt: null,
      lastSuccessAt: null,
      attempts: [],
      stored: [],
    }}
  />
);

export const Empty = () => (
  <Screen
    backups={{
      ...healthy,
      schedule: { ...healthy.schedule, enabled: false },
      nextAt: null,
      lastSuccessAt: null,
      attempts: [],
      stored: [],
    }}
  />
);

export const Running = () => (
  <Screen
    backups={{
      ...healthy,
      state: "running",
      attempts: [attempt("04", { endedAt: null, name: null, requestedBy: "ada@example.com" }), ...healthy.attempts],
      broken: [{ name: "2030-01-04T01-30-01-000Z", createdAt: "2030-01-04T01:30:01.000Z", state: "incomplete" }],
    }}
  />
);

export const Failed = () => (
  <Screen
    backups={{
      ...healthy,
      overdueSince: "2030-01-04T01:30:00.000Z",
      attempts: [
        attempt("04", { name: null, error: "The backup to /backups/plumb failed: the disk is full." }),
        ...healthy.attempts,
      ],
      broken: [{ name: "2029-12-30T01-30-00-000Z", createdAt: "2029-12-30T01:30:00.000Z", state: "incomplete" }],
    }}
  />
);

export const NotRemoved = () => (
  <Screen
    backups={{
      ...healthy,
      attempts: [
        attempt("03", {
          pruneError:
            "Nothing was removed, because the files that 2030-01-01T01-30-00-000Z needs are unknown. To remove old backups again, delete this folder.",
        }),
      ],
      broken: [{ name: "2029-12-30T01-30-00-000Z", createdAt: "2029-12-30T01:30:00.000Z", state: "unreadable" }],
    }}
  />
);

export const TargetAway = () => (
  <Screen
    backups={{
      ...healthy,
      stored: [],
      attempts: [],
      targetError: "The object storage: connect ECONNREFUSED 10.0.0.7:443",
    }}
  />
);

const fields = { timeZone: "Unknown time zone" };
const refusal = refusedError(400, JSON.stringify({ code: "invalid", error: fields.timeZone, fields }), null);
export const Refused = () => <Screen backups={healthy} error={refusal} />;

export const Hostile = () => (
  <Screen
    backups={{
      ...healthy,
      target: `/${"t".repeat(400)}`,
      attempts: [attempt("04", { name: null, error: "<img src=x>".repeat(400), requestedBy: "r".repeat(400) })],
    }}
  />
);
