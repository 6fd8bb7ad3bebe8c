import type { Recorded } from "../history/cause.ts";

/** A file as the CI job of a run would upload it: a report, or something recorded that a report refers to. */
export type ReportFile = { readonly name: string } & ({ readonly text: string } | { readonly recorded: Recorded });
