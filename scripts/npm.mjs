import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { cache } from "./folders.mjs";
import { runQuietly } from "./processes.mjs";

/**
 * Runs npm without prompts, progress and install scripts of dependencies, with a writable cache folder.
 *
 * @param {readonly string[]} args
 */
export function npm(args) {
  const { program, before, shell } = npmProgram();
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  return runQuietly(program, [...before, ...args, ...quiet], {
    env: { ...process.env, npm_config_cache: npmCache(), npm_config_update_notifier: "false" },
    shell,
  });
}

/** Uses the npm that started this process, if any, so that both have the same version and configuration. */
function npmProgram() {
  const starter = process.env["npm_execpath"];
  if (starter && basename(starter) === "npm-cli.js" && existsSync(starter)) {
    return { program: process.execPath, before: [starter], shell: false };
  }
  // On Windows, npm is a batch file, which only a shell can start.
  return { program: "npm", before: [], shell: process.platform === "win32" };
}

function npmCache() {
  const usual = process.env["npm_config_cache"] ?? join(homedir(), ".npm");
  return [usual, join(usual, "_cacache")].every(writable) ? usual : join(cache, "npm");
}

/** @param {string} folder */
function writable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
