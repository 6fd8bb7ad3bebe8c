/**
 * - `received`: its files are here and wait for their turn. `reading`: it is read, or its live source goes on.
 * - `accepted`: it is in its report. `problems`: the same, and something of it should be looked at.
 * - `rejected`: nothing of it was kept, because of what was sent. `failed`: nothing was kept, because of the server.
 * - `interrupted`: it broke off. `duplicate`: all of it was here before; nothing changed.
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

/** `file`: a request with files. `live`: told of while it happens. `spool`: the same, sent later from where a reporter kept it. */
export const arrivalWays = ["file", "live", "spool", "reportportal"] as const;

/** Refused requests of a project and minute that are listed one by one; further ones are counted. */
export const refusalsPerMinute = 20;

/** What is kept of a project. */
export const arrivalsKept = { days: 30, most: 10_000 } as const;

/** Where people see what became of an upload. */
export function uploadAddress(projectId: number, arrivalId?: number): string {
  return `/uploads?project=${projectId}${arrivalId === undefined ? "" : `&upload=${arrivalId}`}`;
}
