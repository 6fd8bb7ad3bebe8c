import { counted } from "@plumb/contract/text/counted.ts";
import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { effectSentences } from "@plumb/contract/runs/upload-effect.ts";
import { printable } from "@plumb/reporter-core/text.ts";

/** Maximum number of unused files to list, because a folder may contain thousands of them. */
const max = 5;

/** Returns one line per file in the order of the response. Artifacts are only counted. */
export function verdictLines(files: readonly FileVerdict[]): string[] {
  const artifacts = files.filter(({ verdict, reason }) => verdict === "artifact" && reason === null).length;
  const notRetained = files.filter(({ verdict, reason }) => verdict === "artifact" && reason !== null);
  const unused = files.filter(({ verdict }) => verdict === "unused");
  const lines = files
    .filter(({ verdict }) => verdict !== "artifact" && verdict !== "unused")
    .map((file) => fileLine(file));
  if (areAllDuplicates(files)) {
    // The server has the attachments of duplicate reports already.
    if (unused.length > 0)
      lines.push(`duplicate  ${counted(unused.length, "file")} next to reports that were already uploaded`);
  } else {
    lines.push(...unused.slice(0, max).map((file) => fileLine(file)));
    if (unused.length > max) lines.push(`unused     … and ${counted(unused.length - max, "more file")}`);
  }
  lines.push(...notRetained.slice(0, max).map((file) => fileLine(file, "not kept")));
  if (notRetained.length > max) lines.push(`not kept   … and ${counted(notRetained.length - max, "more file")}`);
  if (artifacts > 0) lines.push(`artifact   ${counted(artifacts, "file")} that the reports refer to`);
  return lines;
}

/** Returns true if the server already had every report of an upload. */
function areAllDuplicates(files: readonly FileVerdict[]): boolean {
  const reports = files.filter(({ verdict }) => verdict !== "artifact" && verdict !== "unused");
  return reports.length > 0 && reports.every(({ verdict }) => verdict === "duplicate");
}

function fileLine({ verdict, name, format, tests, reason }: FileVerdict, label: string = verdict): string {
  const details = [
    ...(format === null ? [] : [printable(format)]),
    ...(tests > 0 ? [counted(tests, "test")] : []),
    ...(reason === null ? [] : [printable(reason)]),
  ];
  return `${label.padEnd(9)}  ${printable(name)}${details.length > 0 ? `  (${details.join(", ")})` : ""}`;
}

/** Returns the effect of an upload on its run, as at most two lines. */
export function effectLines({ effect }: Pick<UploadedRun, "effect">): string[] {
  const sentences = effect === undefined || effect === null ? [] : effectSentences(effect);
  const half = Math.ceil(sentences.length / 2);
  return [sentences.slice(0, half), sentences.slice(half)].flatMap((fileLine) =>
    fileLine.length === 0 ? [] : [printable(fileLine.join(" "))],
  );
}

/** Returns one line with the counters of a run, without those that are zero (except passed tests). */
export function runLine(run: UploadedRun): string {
  const parts = (["failed", "errored", "skipped", "flaky"] as const)
    .filter((counter) => run[counter] > 0)
    .map((counter) => `, ${run[counter]} ${counter}`);
  return `Report #${run.number}, ${printable(run.suite)}: ${counted(run.total, "test")}, ${run.passed} passed${parts.join("")}`;
}
