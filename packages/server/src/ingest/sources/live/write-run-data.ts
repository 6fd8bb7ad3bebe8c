import { limits } from "@plumb/formats/limits.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import type { Db } from "#store/db.ts";
import { addLiveProblems, addRunOutput } from "#store/ingest/live-facts.ts";
import { addLiveFiles, type LiveFile } from "#store/ingest/live-files.ts";
import type { LiveSource } from "#store/ingest/live-sources.ts";

/** Data of a live source other than tests. */
interface BesideTests {
  readonly files: readonly LiveFile[];
  readonly output: ReportSummary["output"];
  readonly problems: ReportSummary["problems"];
}

/** Writes files, run output and problems, each up to its limit. Adds a problem to the run for data above a limit. */
export async function writeRunData(
  transaction: Db,
  target: LiveSource["target"],
  { files, output, problems }: BesideTests,
): Promise<void> {
  const max = { ofTest: limits.artifactsPerTest, ofRun: limits.artifactsPerRun };
  const tooMany = await addLiveFiles(transaction, target, files, max);
  const isCut = await addRunOutput(transaction, target, output, limits.runOutput);
  const added = [
    ...(tooMany.length > 0 ? ["Files beyond the limit of a test or of the run were left out."] : []),
    ...(isCut ? [`Output of the run beyond ${limits.runOutput.toLocaleString("en")} characters was cut.`] : []),
  ].map((reason) => ({ severity: "warning" as const, file: null, line: null, reason }));
  await addLiveProblems(transaction, target, [...problems, ...added], limits.problemsPerReport);
}
