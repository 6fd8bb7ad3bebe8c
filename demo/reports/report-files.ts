import type { Recorded } from "../history/cause.ts";
import { outcomesOf } from "../history/outcomes.ts";
import type { DemoRun } from "../history/schedule.ts";
import { cypressReports } from "./cypress-reports.ts";
import { playwrightReport } from "./playwright-report.ts";
import { surefireReports } from "./surefire-reports.ts";

/** A file as the CI job of a run would upload it: a report, or something recorded that a report refers to. */
export type ReportFile = { readonly name: string } & ({ readonly text: string } | { readonly recorded: Recorded });

/** The files of a run, one list per machine that it ran on: each is an upload of its own. */
export function reportFiles(seed: string, run: DemoRun): ReportFile[][] {
  const outcomes = outcomesOf(seed, run);
  if (run.suite === "mobile") return [cypressReports(run, outcomes)];
  if (run.suite === "backOffice") return [surefireReports(run, outcomes)];
  return Array.from({ length: run.shards }, (_, index) => playwrightReport(run, outcomes, index + 1));
}
