import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Spool } from "./spool.ts";
import { readSpool } from "./spool-file.ts";
import { sendSpool } from "./send-spool.ts";

/**
 * Sends and removes spools in the same folder that belong to the same run and whose process has ended.
 *
 * @param deadline Unix milliseconds; no step starts after it.
 * @returns Number of spools.
 * @throws The first error.
 */
export async function sendAbandonedSpools(
  own: Spool,
  server: { readonly url: string; readonly key: string },
  deadline: number,
): Promise<number> {
  const { build, suite, environment } = own.run;
  if (build === undefined) return 0;
  let sent = 0;
  for (const name of readdirSync(dirname(own.path))) {
    const path = join(dirname(own.path), name);
    if (!name.endsWith(".ndjson") || path === own.path) continue;
    const found = await readSpool(path).catch(() => null);
    if (found?.run.build !== build || found.run.suite !== suite || found.run.environment !== environment) continue;
    const spool = await Spool.load(path).catch(() => null);
    if (spool === null) continue;
    try {
      await sendSpool(spool, server, (step) => {
        if (Date.now() > deadline) throw new Error("the time limit (PLUMB_TIMEOUT) was reached");
        return step();
      });
      spool.remove();
      sent += 1;
    } catch (error) {
      spool.close();
      throw error;
    }
  }
  return sent;
}
