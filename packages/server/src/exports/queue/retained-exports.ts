import { dayMs } from "@plumb/contract/durations.ts";
import { join } from "node:path";
import { type ExportFiles, exportFiles } from "./export-files.ts";
import type { Context } from "#core/context.ts";

/** Days until a finished export is deleted; shown when it is ready. */
export const retainedDays = 7;

/** Returns when an export that is finished now expires. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + retainedDays * dayMs);
}

/** Returns the folder of finished exports of this server. */
export function filesOf({ config }: Pick<Context, "config">): ExportFiles {
  return exportFiles(join(config.dataDir, "exports"));
}
