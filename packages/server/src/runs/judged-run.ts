import type { Report } from "@plumb/contract/runs/reports.ts";
import { z } from "zod";
import { presentRun, type RunRow } from "#store/runs/runs.ts";

/** Data of a run status change for its listeners, written by `judged`. */
export const judgedRunData = z.object({
  runId: z.number().int(),
  judgement: z.number().int(),
  judgedAt: z.iso.datetime().transform((text) => new Date(text)),
  run: z.record(z.string(), z.unknown()).nullable(),
});

/** A run status change with a snapshot of the run, which may have changed since. */
export interface JudgedRun {
  readonly projectId: number;
  readonly runId: number;
  readonly judgement: number;
  readonly judgedAt: Date;
  readonly report: Report;
}

/** Parses the snapshot of the run; `null` if it was deleted. */
export function reportTold(run: Readonly<Record<string, unknown>> | null): Report | null {
  if (run === null) return null;
  const row = run as unknown as Omit<RunRow, "startTime" | "endTime"> & { startTime: string; endTime: string | null };
  return presentRun({
    ...row,
    heardAt: null,
    startTime: new Date(row.startTime),
    endTime: row.endTime === null ? null : new Date(row.endTime),
  });
}
