import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Journal } from "#journal.ts";
import { readJournal } from "#journal-file.ts";
import { sendJournal } from "#send-journal.ts";

/**
 * Sends and removes journals in the same folder that belong to the same run and whose process has ended.
 *
 * @param deadline Unix milliseconds; no step starts after it.
 * @returns Number of journals.
 * @throws The first error.
 */
export async function sendLeftBehind(
  own: Journal,
  server: { readonly url: string; readonly key: string },
  deadline: number,
): Promise<number> {
  const { build, suite, environment } = own.run;
  if (build === undefined) return 0;
  let sent = 0;
  for (const name of readdirSync(dirname(own.path))) {
    const path = join(dirname(own.path), name);
    if (!name.endsWith(".ndjson") || path === own.path) continue;
    const found = await readJournal(path).catch(() => null);
    if (found?.run.build !== build || found.run.suite !== suite || found.run.environment !== environment) continue;
    const journal = await Journal.load(path).catch(() => null);
    if (journal === null) continue;
    try {
      await sendJournal(journal, server, (step) => {
        if (Date.now() > deadline) throw new Error("the time limit (PLUMB_TIMEOUT) was reached");
        return step();
      });
      journal.remove();
      sent += 1;
    } catch (error) {
      journal.close();
      throw error;
    }
  }
  return sent;
}
