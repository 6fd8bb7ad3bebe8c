import { readStored, writeStored } from "./storage.ts";

/** Report that the tour explains, in this tab only. */
let explained: number | null = null;

/** Lets the page of a project's first report start the tour, unless the user closed it before. */
export function offerTour(reportId: number): void {
  if (readStored("tour") === null) explained = reportId;
}

export function isTourOffered(reportId: number): boolean {
  return explained === reportId;
}

/** Ends the tour in this browser for good. */
export function closeTour(): void {
  explained = null;
  writeStored("tour", "closed");
}
