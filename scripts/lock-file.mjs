import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./folders.mjs";

/**
 * @typedef {Record<string, string>} Ranges package name → version range
 * @typedef {{ dependencies?: Ranges, devDependencies?: Ranges, optionalDependencies?: Ranges, peerDependencies?: Ranges }} Manifest
 * @typedef {Manifest & {
 *   link?: boolean,
 *   resolved?: string,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

const kinds = /** @type {const} */ (["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]);

/**
 * Returns the reasons why `npm ci` would reject a lock file, or why its result would depend on the machine that created it. If node_modules exists,
 * npm only records the optional packages of the current platform.
 *
 * @param {Lock} lock
 * @param {Readonly<Record<string, Manifest>>} manifests the repository's own, by folder; "" is the root
 * @returns {string[]}
 */
export function lockProblems({ packages }, manifests) {
  const outdated = Object.entries(manifests).flatMap(([folder, manifest]) =>
    kinds.filter((kind) => !sameRanges(manifest[kind], packages[folder]?.[kind])).map((kind) => ({ folder, kind })),
  );
  return [
    ...outdated.map(({ folder, kind }) => `${posix.join(folder, "package.json")} has other ${kind}`),
    ...Object.entries(packages).flatMap(([path, locked]) => packageProblems(packages, path, locked)),
  ];
}

/**
 * @param {Lock["packages"]} packages
 * @param {string} path
 * @param {LockedPackage} locked
 * @returns {string[]}
 */
function packageProblems(packages, path, locked) {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = locked;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  const names = new Set(
    [dependencies, devDependencies, optionalDependencies].flatMap((ranges) => Object.keys(ranges ?? {})).concat(peers),
  );
  const missing = [...names].filter((name) => !isLocked(packages, path, name));
  return [
    ...missing.map((name) => `${name} is missing, which ${path || "package.json"} depends on`),
    ...(/^https?:/.test(locked.resolved ?? "") ? [`${path} names the registry it came from`] : []),
  ];
}

/**
 * Looks up a package as Node.js does: next to its dependent, then in each parent folder.
 *
 * @param {Lock["packages"]} packages
 * @param {string} from
 * @param {string} name
 */
function isLocked(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    if (folder === ".") folder = "";
    if (packages[posix.join(folder, "node_modules", name)] !== undefined) return true;
    if (folder === "") return false;
  }
}

/**
 * @param {Ranges} [ours]
 * @param {Ranges} [locked]
 */
function sameRanges(ours = {}, locked = {}) {
  const names = Object.keys(ours);
  return names.length === Object.keys(locked).length && names.every((name) => ours[name] === locked[name]);
}

/**
 * @param {string} file
 * @returns {unknown}
 */
function parse(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = globSync("**/package-lock.json", { cwd: root, exclude: ["**/node_modules", "**/.*"] });
  let ok = true;
  for (const file of files) {
    const home = join(root, dirname(file));
    const lock = /** @type {Lock} */ (parse(join(root, file)));
    const folders = Object.keys(lock.packages).filter((path) => !/(?:^|\/)node_modules\//.test(path));
    const manifests = folders.map((folder) => [folder, parse(join(home, folder, "package.json"))]);
    const problems = lockProblems(lock, /** @type {Record<string, Manifest>} */ (Object.fromEntries(manifests)));
    for (const problem of problems) console.log(`${file}: ${problem}`);
    ok &&= problems.length === 0;
  }
  if (!ok) {
    console.log("Make it again where no node_modules exist, with `npm install --package-lock-only` in a new clone.");
    process.exitCode = 1;
  }
}
