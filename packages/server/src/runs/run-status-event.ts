import { dayMs } from "@plumb/contract/durations.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { z } from "zod";
import { presentRun, type RunRow } from "#store/runs/runs.ts";

/** Parses the data of a run status change, which `updateRunStatus` stores for the listeners. */
export const runStatusData = z
  .object({
    runId: z.number().int(),
    judgement: z.number().int(),
    judgedAt: z.iso.datetime().transform((text) => new Date(text)),
    run: z.record(z.string(), z.unknown()).nullable(),
  })
  .transform(({ runId, judgement, judgedAt, run }) => ({ runId, changeNumber: judgement, changedAt: judgedAt, run }));

/** A run status change with a snapshot of the run, which may have changed since. */
export interface RunStatusEvent {
  readonly projectId: number;
  readonly runId: number;
  /** Number of status changes of the run, including this one. */
  readonly changeNumber: number;
  readonly changedAt: Date;
  readonly report: Report;
}

/** Runs that had started earlier when they ended are imported history. */
const newsMs = dayMs;

/**
 * Returns true if users are told about the change: the run ended, and had started at most a day before. Compares with the time of the change, so that
 * nothing is left out if the server handles it a day later.
 */
export function isNews({ changedAt, report }: Pick<RunStatusEvent, "changedAt" | "report">): boolean {
  return report.status !== "running" && changedAt.getTime() - Date.parse(report.startTime) <= newsMs;
}

/** Parses the snapshot of the run; `null` if it was deleted. */
export function parseSnapshot(run: Readonly<Record<string, unknown>> | null): Report | null {
  if (run === null) return null;
  const row = run as unknown as Omit<RunRow, "startTime" | "endTime"> & { startTime: string; endTime: string | null };
  return presentRun({
    ...row,
    heardAt: null,
    startTime: new Date(row.startTime),
    endTime: row.endTime === null ? null : new Date(row.endTime),
  });
}
