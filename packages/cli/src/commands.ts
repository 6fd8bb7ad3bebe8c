import type { CommandSpec } from "#command.ts";
import { exportReport } from "#commands/export.ts";
import { gate } from "#commands/gate.ts";
import { login, logout } from "#commands/login.ts";
import { runCommand } from "#commands/run.ts";
import { upload } from "#commands/upload.ts";
import { watch } from "#commands/watch.ts";

/** Sorted as in the help. */
export const commands: readonly CommandSpec[] = [upload, watch, runCommand, gate, exportReport, login, logout];
