import { counted } from "@plumb/contract/text/counted.ts";
import { formatBytes } from "@plumb/contract/figures.ts";
import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { retrySetup } from "#server/send-request.ts";
import type { Outcome } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import type { LocalFile } from "#files/find-files.ts";
import { createProgress } from "#output/progress.ts";
import { resendCommand } from "./resend-command.ts";
import { sendUpload } from "./upload-request.ts";
import type { UploadSettings } from "./upload-settings.ts";
import type { CliContext } from "#core/cli-context.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { UploadError } from "./upload-error.ts";
import { effectLines, runLine, verdictLines } from "#output/verdict-lines.ts";

export interface UploadResult {
  /** Reports that contain the files, with absolute addresses. */
  readonly runs: readonly UploadedRun[];
  readonly files: readonly FileVerdict[];
  /** Reason why the upload failed; `null` if everything was sent. */
  readonly error: string | null;
}

/**
 * Sends files and prints the outcome of each to standard output.
 *
 * @param patterns Patterns as the user wrote them, for the command that repeats the upload.
 */
export async function uploadReports(
  files: readonly LocalFile[],
  settings: UploadSettings,
  patterns: readonly string[],
  context: CliContext,
): Promise<UploadResult> {
  const printMessage = (line: string) => context.stderr.write(`${line}\n`);
  const runs = new Map<number, UploadedRun>();
  const verdicts: FileVerdict[] = [];
  const mustBeReport = new Set(files.filter((file) => file.mustBeReport).map(({ name }) => name));
  const addVerdicts = (received: readonly FileVerdict[]) => {
    // The server does not know which files the user specified. A specified file that is not a report must not pass as an attachment.
    const corrected = received.map((file) =>
      file.verdict === "unused" && mustBeReport.has(file.name) ? { ...file, verdict: "rejected" as const } : file,
    );
    for (const line of verdictLines(corrected)) context.stdout.write(`${line}\n`);
    verdicts.push(...corrected);
  };
  const resultWith = (error: string | null) => ({ runs: [...runs.values()], files: verdicts, error });
  try {
    for (const batch of batches(files, settings.batch)) {
      printMessage(`Sending ${counted(batch.length, "file")} (${formatBytes(sizeOf(batch))}) to ${settings.url}`);
      const receipt = await sendUpload(settings, batch, createProgress(context.stderr), retrySetup(context));
      addVerdicts(receipt.files);
      for (const run of receipt.runs)
        runs.set(run.reportId, { ...run, url: new URL(run.url, `${settings.url}/`).href });
    }
    return resultWith(null);
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    addVerdicts(error.files);
    printMessage(`Upload failed: ${printable(error.message)}`);
    if (error.address !== null)
      printMessage(`Upload details: ${printable(new URL(error.address, `${settings.url}/`).href)}`);
    // Sending the same files again would not change the server's verdicts.
    if (error.files.length === 0) {
      printMessage("You can send the files again, nothing is counted twice:");
      printMessage(`  ${resendCommand(settings, patterns)}`);
    }
    return resultWith(error.message);
  }
}

/** Prints the runs, then their links, and returns the outcome of the command. */
export function printOutcome({ runs, files, error }: UploadResult, context: CliContext): Outcome {
  const print = (line: string) => context.stdout.write(`${line}\n`);
  const complete = runs.length > 0 && files.every(({ verdict }) => verdict !== "rejected" && verdict !== "partial");
  if (error !== null) return { code: exitCode.failed, json: { error, runs, files } };
  if (!complete)
    context.stderr.write(
      files.length === 0
        ? "Nothing was sent: no file appeared.\n"
        : "Not everything was imported: see the lines above.\n",
    );
  for (const { number, partial } of runs)
    if (typeof partial === "string")
      context.stderr.write(
        `Run ${number} is partial: ${printable(partial)}. If this is the whole suite, send it with --whole.\n`,
      );
  for (const run of runs) for (const line of [runLine(run), ...effectLines(run)]) print(line);
  for (const { url } of runs) print(url);
  return { code: complete ? exitCode.ok : exitCode.incomplete, json: { complete, runs, files } };
}

function* batches(files: readonly LocalFile[], max: number): Generator<readonly LocalFile[]> {
  if (files.length <= max) yield files;
  else for (let start = 0; start < files.length; start += max) yield files.slice(start, start + max);
}

function sizeOf(files: readonly LocalFile[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}
