import { counted } from "@plumb/contract/text/counted.ts";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { retry } from "@plumb/client/retry.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { Spool } from "@plumb/reporter-core/spool.ts";
import { sendSpool } from "@plumb/reporter-core/send-spool.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { retrySetup } from "#server/send-request.ts";
import type { CommandInput, Outcome } from "#core/command.ts";
import { type Connection, resolveConnection } from "#server/connection.ts";
import { exitCode } from "#core/exit-code.ts";
import { toUploadError } from "#upload/upload-request.ts";
import { whileSendingCommits } from "#upload/while-sending-commits.ts";
import type { CliContext } from "#core/cli-context.ts";
import { UploadError } from "#upload/upload-error.ts";
import { UsageError } from "#core/usage-error.ts";
import { runLine } from "#output/verdict-lines.ts";

/**
 * Sends results that reporters could not send, and removes them.
 *
 * @param input Its arguments are one folder; by default the usual spool folder.
 * @returns `failed` if some results could not be sent.
 * @throws UsageError before anything is sent.
 */
export async function uploadSpooled({ args, options, flags }: CommandInput, context: CliContext): Promise<Outcome> {
  if (args.length > 1) throw new UsageError("--spool takes at most one folder.");
  const printMessage = (line: string) => void context.stderr.write(`${line}\n`);
  const server = await resolveConnection(options, context.env);
  const folder = resolve(context.cwd, args[0] ?? (context.env["PLUMB_SPOOL"] || ".plumb/spool"));
  if (args.length === 1 && !existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`);
  const names = listSpooled(folder);
  if (names.length === 0) printMessage(`Nothing to send in ${folder}.`);
  const { pullRequest } = await context.detected();
  const query = pullRequest === undefined ? {} : { pullRequest };
  const send = () => sendAll(names, folder, server, context);
  const { runs, failed } = await (names.length === 0
    ? send()
    : whileSendingCommits({ ...server, query }, flags, context, send));
  if (failed > 0)
    printMessage(`Unsent results are still in ${folder}. You can send them again, nothing is counted twice.`);
  return { code: failed === 0 ? exitCode.ok : exitCode.failed, json: { complete: failed === 0, runs } };
}

async function sendAll(
  names: readonly string[],
  folder: string,
  server: Connection,
  context: CliContext,
): Promise<{ runs: UploadedRun[]; failed: number }> {
  const runs: UploadedRun[] = [];
  let failed = 0;
  for (const name of names) {
    try {
      runs.push(await sendOne(join(folder, name), server, context));
    } catch (error) {
      failed += 1;
      const reason = toUploadError(error);
      context.stderr.write(`${name}: ${printable(reason instanceof Error ? reason.message : String(reason))}\n`);
      // The same error would occur for the remaining runs.
      if (reason instanceof UploadError) break;
    }
  }
  return { runs, failed };
}

async function sendOne(path: string, server: Connection, context: CliContext): Promise<UploadedRun> {
  const spool = await Spool.load(path);
  try {
    const setup = retrySetup(context);
    const { run, filesLost } = await sendSpool(spool, server, (step) => retry(setup, step));
    const lost = filesLost === 0 ? "" : ` (${counted(filesLost, "file")} could not be sent)`;
    const url = new URL(run.url, `${server.url}/`).href;
    context.stdout.write(`${runLine(run)}${lost}\n${url}\n`);
    spool.remove();
    return { ...run, url };
  } catch (error) {
    spool.close();
    throw error;
  }
}

function listSpooled(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  } catch {
    return [];
  }
}
