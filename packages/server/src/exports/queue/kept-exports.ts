import { join } from "node:path";
import { type ExportFiles, exportFiles } from "./export-files.ts";
import type { Context } from "#core/context.ts";

/** In days; said where somebody is told that one is ready. */
export const keptDays = 7;

/** When an export that is finished now is deleted by itself. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + keptDays * 86_400_000);
}

/** Where this server keeps finished exports. */
export function filesOf({ config }: Pick<Context, "config">): ExportFiles {
  return exportFiles(join(config.dataDir, "exports"));
}
