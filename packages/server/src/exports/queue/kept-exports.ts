import { join } from "node:path";
import { type ExportFiles, exportFiles } from "./export-files.ts";
import type { Context } from "#core/context.ts";

/** In days; shown when an export is ready. */
export const keptDays = 7;

/** Returns when an export that is finished now expires. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + keptDays * 86_400_000);
}

/** Where this server keeps finished exports. */
export function filesOf({ config }: Pick<Context, "config">): ExportFiles {
  return exportFiles(join(config.dataDir, "exports"));
}
