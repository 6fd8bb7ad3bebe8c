import { counted } from "@plumb/contract/text/counted.ts";
import { appendFile } from "node:fs/promises";
import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { markdownLink, markdownTable, markdownText } from "./markdown.ts";
import type { CliContext } from "#core/cli-context.ts";

/** Maximum number of rows in a table of the summary. */
const max = 20;

/** Appends to the summary page of a GitHub Actions job; does nothing elsewhere. An error is only reported, because the summary is optional. */
export async function addToSummary({ env, stderr }: CliContext, markdown: string): Promise<void> {
  const file = env["GITHUB_STEP_SUMMARY"];
  if (!file) return;
  try {
    await appendFile(file, `${markdown}\n\n`);
  } catch (error) {
    stderr.write(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Returns the summary of an upload and its runs. */
export function uploadSummary(
  runs: readonly UploadedRun[],
  files: readonly FileVerdict[],
  error: string | null,
): string {
  const notImported = files.filter(({ verdict }) => verdict === "rejected" || verdict === "partial");
  return [
    "### Plumb: test reports",
    ...(error === null ? [] : [`**Upload failed:** ${markdownText(error)}`]),
    ...(runs.length === 0 ? [] : [runTable(runs)]),
    ...(notImported.length === 0
      ? []
      : [`**${counted(notImported.length, "file")} not or only partly imported:**`, fileList(notImported)]),
  ].join("\n\n");
}

function runTable(runs: readonly UploadedRun[]): string {
  return markdownTable(
    ["Report", "Tests", "Passed", "Failed", "Skipped", "Flaky"],
    runs
      .slice(0, max)
      .map((run) => [
        markdownLink(`#${run.number} ${run.suite}`, run.url),
        ...[run.total, run.passed, run.failed + run.errored, run.skipped, run.flaky].map(String),
      ]),
  );
}

function fileList(files: readonly FileVerdict[]): string {
  return files
    .slice(0, max)
    .map(({ name, verdict, reason }) => `- ${markdownText(name)}: ${verdict}, ${markdownText(reason ?? "")}`)
    .join("\n");
}
