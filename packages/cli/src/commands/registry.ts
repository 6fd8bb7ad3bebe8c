import type { CommandSpec } from "#core/command.ts";
import { admin } from "./admin.ts";
import { causes } from "./causes.ts";
import { comment } from "./comment.ts";
import { exportReport } from "./export.ts";
import { failures } from "./failures.ts";
import { gate } from "./gate.ts";
import { login, logout } from "./login.ts";
import { mcp } from "./mcp.ts";
import { runCommand } from "./run.ts";
import { upload } from "./upload.ts";
import { watch } from "./watch.ts";

/** Sorted as in the help. */
export const commands: readonly CommandSpec[] = [
  upload,
  watch,
  runCommand,
  gate,
  comment,
  failures,
  causes,
  exportReport,
  mcp,
  login,
  logout,
  admin,
];
