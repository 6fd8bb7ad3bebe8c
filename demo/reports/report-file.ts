import type { Recorded } from "../history/cause.ts";

/** File that the CI job of a run uploads: a report, or a recorded file that a report refers to. */
export type ReportFile = { readonly name: string } & ({ readonly text: string } | { readonly recorded: Recorded });
