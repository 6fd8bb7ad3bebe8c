import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const skipped = new Set(["node_modules", "dist", ".cache"]);

/**
 * Returns a hash of the names and contents of files and folders. Trees with the same fingerprint produce the same build. Times are ignored, because a
 * checkout changes them, as are `node_modules` and `dist`. A missing file is part of the hash.
 *
 * @param {string} base names are relative to it, so that the folder can be moved
 * @param {readonly string[]} paths relative to `base`
 */
export function fingerprint(base, paths) {
  const hash = createHash("sha256");
  for (const path of paths) addTo(hash, base, join(base, path));
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} base
 * @param {string} path
 */
function addTo(hash, base, path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  const name = relative(base, path);
  if (stats?.isDirectory()) {
    for (const entry of readdirSync(path).toSorted()) if (!skipped.has(entry)) addTo(hash, base, join(path, entry));
  } else if (stats) {
    hash.update(JSON.stringify([name, stats.size])).update(readFileSync(path));
  } else {
    hash.update(JSON.stringify([name, "missing"]));
  }
}
