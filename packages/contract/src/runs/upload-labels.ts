/**
 * - `received`: its files are queued. `reading`: it is being read, or its live source is running.
 * - `accepted`: it is in its report. `problems`: it is in its report, with problems.
 * - `rejected`: not stored because of its content. `failed`: not stored because of a server error.
 * - `interrupted`: the upload ended prematurely. `duplicate`: recorded before; nothing changed.
 */
export const uploadStates = [
  "received",
  "reading",
  "accepted",
  "problems",
  "rejected",
  "failed",
  "interrupted",
  "duplicate",
] as const;

/** `file`: a request with files. `live`: reported during the run. `spool`: live events that were sent later from disk. */
export const uploadWays = ["file", "live", "spool", "reportportal"] as const;

/** Maximum number of rejected requests per project and minute with a row each. Further requests are only counted. */
export const refusalsPerMinute = 20;

/** Maximum age in days and maximum number of uploads per project. */
export const uploadListLimits = { days: 30, max: 10_000 } as const;

/** Returns the path to an upload's page, or to the list. */
export function uploadAddress(projectId: number, uploadId?: number): string {
  return `/uploads?project=${projectId}${uploadId === undefined ? "" : `&upload=${uploadId}`}`;
}
