import { outcomesOf } from "../history/outcomes.ts";
import type { DemoRun } from "../history/schedule.ts";
import { cypressReports } from "./cypress-reports.ts";
import { playwrightReport } from "./playwright-report.ts";
import type { ReportFile } from "./report-file.ts";
import { surefireReports } from "./surefire-reports.ts";

/** Returns the files of a run by machine. Each machine makes one upload. */
export function reportFiles(seed: string, run: DemoRun): ReportFile[][] {
  const outcomes = outcomesOf(seed, run);
  if (run.suite === "mobile") return [cypressReports(run, outcomes)];
  if (run.suite === "backOffice") return [surefireReports(run, outcomes)];
  return Array.from({ length: run.shards }, (_, index) => playwrightReport(run, outcomes, index + 1));
}
