import type { Writable } from "node:stream";
import { defaultBackoff, type RetrySetup } from "@plumb/client/retry.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";
import { findFiles, type LocalFile } from "#find-files.ts";
import { createProgress } from "#progress.ts";
import { resendCommand } from "#resend-command.ts";
import { type Receipt, send } from "#send.ts";
import { uploadSettings, type UploadSettings } from "#settings.ts";
import { formatBytes } from "@plumb/contract/figures.ts";
import { counted, printable } from "@plumb/reporter-core/text.ts";
import { UploadError } from "#upload-error.ts";
import type { UploadOption } from "#upload-options.ts";
import { runLine, verdictLines } from "#verdict-lines.ts";

/** All that a command takes from the process it runs in. */
export interface Surroundings {
  readonly env: Variables;
  readonly cwd: string;
  /** What other programs may read: verdicts, and the links last. */
  readonly stdout: Writable;
  /** What only a person reads: progress, retries, failures. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly detected: () => Promise<BuildContext>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
}

export const exitCode = { imported: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** A restart of the server, migration included, passes within these: about a minute and a half in all. */
const backoff = { ...defaultBackoff, attempts: 9 };

/**
 * Sends report files and says what became of each.
 *
 * @returns The exit code: see `exitCode`; `incomplete` when a file was refused or broke off, or none was a report.
 * @throws UsageError before anything was sent.
 */
export async function uploadFiles(
  wanted: readonly string[],
  options: Partial<Record<UploadOption, string>>,
  around: Surroundings,
): Promise<number> {
  const print = (line: string) => around.stdout.write(`${line}\n`);
  const tell = (line: string) => around.stderr.write(`${line}\n`);
  const settings = uploadSettings(options, around.env, await around.detected());
  const files = await findFiles(wanted, around.cwd);
  const runs = new Map<number, UploadedRun>();
  let complete = true;
  try {
    for (const batch of batches(files, settings.batch)) {
      tell(`Sending ${counted(batch.length, "file")} (${formatBytes(sizeOf(batch))}) to ${settings.url}`);
      const receipt = await send(settings, batch, createProgress(around.stderr), retrySetup(around, tell));
      verdictLines(receipt.files).forEach(print);
      for (const run of receipt.runs) runs.set(run.reportId, run);
      complete &&= isComplete(receipt);
    }
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    verdictLines(error.files).forEach(print);
    tellFailure(error, settings, wanted, tell);
    return exitCode.failed;
  }
  if (!complete) tell("Not everything was imported: see the lines above.");
  for (const run of runs.values()) print(runLine(run));
  for (const run of runs.values()) print(new URL(run.url, `${settings.url}/`).href);
  return complete ? exitCode.imported : exitCode.incomplete;
}

function* batches(files: readonly LocalFile[], most: number): Generator<readonly LocalFile[]> {
  if (files.length <= most) yield files;
  else for (let start = 0; start < files.length; start += most) yield files.slice(start, start + most);
}

function sizeOf(files: readonly LocalFile[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

function isComplete({ runs, files }: Receipt): boolean {
  return runs.length > 0 && files.every(({ verdict }) => verdict !== "rejected" && verdict !== "partial");
}

/** How often a step is tried, and what people hear of it. */
export function retrySetup(around: Surroundings, tell: (line: string) => void): RetrySetup {
  return {
    ...backoff,
    sleep: around.sleep,
    random: around.random,
    onRetry: ({ error, attempt, delayMs }) => {
      const reason = error instanceof Error ? printable(error.message) : "No answer";
      const wait = (delayMs / 1000).toFixed(1);
      tell(`${reason} — trying again in ${wait} s (attempt ${attempt + 1} of ${backoff.attempts})`);
    },
  };
}

function tellFailure(
  error: UploadError,
  settings: UploadSettings,
  patterns: readonly string[],
  tell: (line: string) => void,
): void {
  tell(`Upload failed: ${printable(error.message)}`);
  tell("Your files are where they were. Sending them again is safe, nothing is counted twice:");
  tell(`  ${resendCommand(settings, patterns)}`);
}
