/**
 * - `received`: its files are queued. `reading`: it is being read, or its live source is running.
 * - `accepted`: it is in its report. `problems`: the same, with problems to look at.
 * - `rejected`: not stored because of its content. `failed`: not stored because of the server.
 * - `interrupted`: it was cut off. `duplicate`: recorded before; nothing changed.
 */
export const arrivalStates = [
  "received",
  "reading",
  "accepted",
  "problems",
  "rejected",
  "failed",
  "interrupted",
  "duplicate",
] as const;

/** `file`: a request with files. `live`: reported while it happens. `spool`: the same, sent later from disk. */
export const arrivalWays = ["file", "live", "spool", "reportportal"] as const;

/** Refused requests of a project and minute that are listed one by one; further ones are counted. */
export const refusalsPerMinute = 20;

/** Maximum age and number per project. */
export const arrivalsKept = { days: 30, most: 10_000 } as const;

/** Where people see what became of an upload. */
export function uploadAddress(projectId: number, arrivalId?: number): string {
  return `/uploads?project=${projectId}${arrivalId === undefined ? "" : `&upload=${arrivalId}`}`;
}
