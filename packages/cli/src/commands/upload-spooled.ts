import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { retry } from "@plumb/client/retry.ts";
import { Journal } from "@plumb/reporter-core/journal.ts";
import { sendJournal } from "@plumb/reporter-core/send-journal.ts";
import { counted, printable } from "@plumb/reporter-core/text.ts";
import { exitCode, retrySetup, type Surroundings } from "#commands/upload.ts";
import { uploadError } from "#send.ts";
import { uploadSettings, type UploadSettings } from "#settings.ts";
import type { UploadOption } from "#upload-options.ts";
import { UploadError } from "#upload-error.ts";
import { runLine } from "#verdict-lines.ts";

/**
 * Sends what reporters could not send when their tests ran. What was sent is removed.
 *
 * @param folder Undefined: where reporters keep it.
 * @returns The exit code: `failed` if something is still there.
 * @throws UsageError before anything was sent.
 */
export async function uploadSpooled(
  folder: string | undefined,
  options: Partial<Record<UploadOption, string>>,
  around: Surroundings,
): Promise<number> {
  const tell = (line: string) => void around.stderr.write(`${line}\n`);
  const settings = uploadSettings(options, around.env, {});
  const place = resolve(around.cwd, folder ?? (around.env["PLUMB_SPOOL"] || ".plumb/spool"));
  const names = spooledIn(place);
  if (names.length === 0) tell(`Nothing is kept in ${place}: all was sent.`);
  let left = 0;
  for (const name of names) {
    try {
      await sendOne(join(place, name), settings, around);
    } catch (error) {
      left += 1;
      const reason = uploadError(error);
      tell(`${name}: ${printable(reason instanceof Error ? reason.message : String(reason))}`);
      // What one run is refused for, or cannot be reached for, holds for the others too.
      if (reason instanceof UploadError) break;
    }
  }
  if (left > 0)
    tell(`What could not be sent is still in ${place}. Sending it again is safe, nothing is counted twice.`);
  return left === 0 ? exitCode.imported : exitCode.failed;
}

async function sendOne(path: string, settings: UploadSettings, around: Surroundings): Promise<void> {
  const journal = await Journal.load(path);
  try {
    const setup = retrySetup(around, (line) => void around.stderr.write(`${line}\n`));
    const { run, filesLost } = await sendJournal(journal, settings, (step) => retry(setup, step));
    const lost = filesLost === 0 ? "" : ` (${counted(filesLost, "file")} could not be sent)`;
    around.stdout.write(`${runLine(run)}${lost}\n${new URL(run.url, `${settings.url}/`).href}\n`);
    journal.remove();
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
