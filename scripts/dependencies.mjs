import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";
import { npm } from "./npm.mjs";
import { Trouble } from "./processes.mjs";

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 */

const lockFile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules", ".plumb-stamp");
/** npm's own note of what it put into node_modules. */
const installedFile = join(root, "node_modules", ".package-lock.json");

/** Installs what package-lock.json names, unless node_modules holds it already. */
export async function installDependencies() {
  const lock = readFileSync(lockFile, "utf8");
  const stamp = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if (readIfThere(stampFile) === stamp) return;

  const installed = readIfThere(installedFile);
  if (installed === null || !holds(parseLock(installed), parseLock(lock))) {
    console.error("Installing dependencies …");
    // Not `npm ci`: it refuses a lock file that was made where the registry lacks a package for another system.
    // Development dependencies build the web app: they are needed even where NODE_ENV says production.
    const { code, output } = await npm(["install", "--no-save", "--include=dev", "--include=optional"]);
    if (code !== 0) throw new Trouble(`The dependencies could not be installed (npm, exit code ${code}):\n${output}`);
  }
  writeFileSync(stampFile, stamp);
}

/**
 * Whether an installation has everything a lock file asks for, at the same versions. Optional packages may be
 * missing (most are for other systems), further ones may be there.
 *
 * @param {Lock} installed
 * @param {Lock} wanted
 */
export function holds(installed, wanted) {
  return Object.entries(wanted.packages ?? {}).every(([path, wish]) => {
    if (!/(^|\/)node_modules\//.test(path)) return true;
    const found = installed.packages?.[path];
    if (!found) return Boolean(wish.optional ?? wish.devOptional);
    return found.version === wish.version && found.integrity === wish.integrity && found.link === wish.link;
  });
}

/**
 * @param {string} text
 * @returns {Lock}
 */
function parseLock(text) {
  return /** @type {Lock} */ (JSON.parse(text));
}

/**
 * @param {string} file
 * @returns {string | null}
 */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
