import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { retry } from "@plumb/client/retry.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { Journal } from "@plumb/reporter-core/journal.ts";
import { sendJournal } from "@plumb/reporter-core/send-journal.ts";
import { counted, printable } from "@plumb/reporter-core/text.ts";
import { retrySetup } from "#server/send-request.ts";
import type { Outcome } from "#core/command.ts";
import { type Connection, connection } from "#server/connection.ts";
import { exitCode } from "#core/exit-code.ts";
import { uploadError } from "#upload/upload-request.ts";
import type { UploadValues } from "#upload/upload-settings.ts";
import type { CliContext } from "#core/cli-context.ts";
import { UploadError } from "#upload/upload-error.ts";
import { UsageError } from "#core/usage-error.ts";
import { runLine } from "#output/verdict-lines.ts";

/**
 * Sends results that reporters could not send, and removes them.
 *
 * @param args One folder; by default the usual spool folder.
 * @returns `failed` if some results could not be sent.
 * @throws UsageError before anything is sent.
 */
export async function uploadSpooled(
  args: readonly string[],
  options: UploadValues,
  context: CliContext,
): Promise<Outcome> {
  if (args.length > 1) throw new UsageError("--spool sends what reporters kept in one folder: name one at most.");
  const tell = (line: string) => void context.stderr.write(`${line}\n`);
  const server = await connection(options, context.env);
  const place = resolve(context.cwd, args[0] ?? (context.env["PLUMB_SPOOL"] || ".plumb/spool"));
  if (args.length === 1 && !existsSync(place)) throw new UsageError(`There is no folder ${place}.`);
  const names = spooledIn(place);
  if (names.length === 0) tell(`Nothing is kept in ${place}: all was sent.`);
  const runs: UploadedRun[] = [];
  let left = 0;
  for (const name of names) {
    try {
      runs.push(await sendOne(join(place, name), server, context));
    } catch (error) {
      left += 1;
      const reason = uploadError(error);
      tell(`${name}: ${printable(reason instanceof Error ? reason.message : String(reason))}`);
      // The same error would occur for the remaining runs.
      if (reason instanceof UploadError) break;
    }
  }
  if (left > 0) tell(`Unsent results are still in ${place}. Sending it again is safe, nothing is counted twice.`);
  return { code: left === 0 ? exitCode.ok : exitCode.failed, json: { complete: left === 0, runs } };
}

async function sendOne(path: string, server: Connection, context: CliContext): Promise<UploadedRun> {
  const journal = await Journal.load(path);
  try {
    const setup = retrySetup(context);
    const { run, filesLost } = await sendJournal(journal, server, (step) => retry(setup, step));
    const lost = filesLost === 0 ? "" : ` (${counted(filesLost, "file")} could not be sent)`;
    const url = new URL(run.url, `${server.url}/`).href;
    context.stdout.write(`${runLine(run)}${lost}\n${url}\n`);
    journal.remove();
    return { ...run, url };
  } catch (error) {
    journal.close();
    throw error;
  }
}

function spooledIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  } catch {
    return [];
  }
}
