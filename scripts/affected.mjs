import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./folders.mjs";

const folders = ["packages", "bench", "demo", "e2e", "scripts", "tools"];
const source = /^(?:packages\/[^/]+\/(?:src|scripts|gallery)|bench|demo|e2e|scripts|tools)\/.*\.(?:tsx?|mjs|css)$/;

/** Files that import everything. Tests that depend on a change only through them run with `npm test`. */
const compositionRoots = new Set([
  "packages/contract/src/endpoints.ts",
  "packages/server/src/api/access-store.ts",
  "packages/server/src/api/routes.ts",
  "packages/server/src/app.ts",
  "packages/server/src/jobs/job-kinds.ts",
  "packages/server/src/main.ts",
  "packages/web/gallery/main.tsx",
  "packages/web/src/routes/router.tsx",
]);

/** Imports all files named `*.access.ts`. */
const endpointCalls = "packages/server/src/testing/endpoint-calls.ts";

/** Matches the imports and exports of a module, its dynamic imports, and files that it names by URL. */
const imported =
  /^(?:import|export)\s+(type\s+)?[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"|new URL\(\s*"(\.[^"]+)"/gm;

/** @typedef {{ from: string, isType: boolean }} Importer */

/** @returns {Map<string, string>} the text of each source file by its path in the repository */
export function readSources() {
  const names = folders.flatMap(filesIn).filter((path) => source.test(path));
  return new Map(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

/**
 * Without `globSync`, because this runs on Node 20 as well.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return ["node_modules", "dist"].includes(entry.name) ? [] : filesIn(path);
  });
}

/**
 * Returns the tests that a change may break: those that import a changed file, directly or indirectly, and those in the folders of the changed files
 * of the server and of the files that import them directly, because they call them through the API. Type imports only count for specs, which import
 * nothing else of their stories.
 *
 * @param {readonly string[]} changed paths in the repository
 * @param {ReadonlyMap<string, string>} files see `readSources`
 * @returns {{ tests: string[], specs: string[], journeys: string[], leftOut: number }} `leftOut` is the number of files with tests that depend
 * on the change only through the whole app
 */
export function affectedTests(changed, files) {
  const importers = importersOf(files);
  const names = [...files.keys()];
  const known = changed.flatMap((path) => (files.has(path) ? [path] : testsNear(path, names)));
  if (changed.some((path) => path.endsWith(".access.ts"))) known.push(endpointCalls);
  const affected = reach(known, importers, false);
  const folders = new Set(
    [...affected]
      .filter(([path, distance]) => distance <= 1 && path.startsWith("packages/server/src/"))
      .filter(([path]) => !compositionRoots.has(path) && !isTest(path))
      .map(([path]) => posix.dirname(path)),
  );
  const isChosen = (/** @type {string} */ path) => affected.has(path) || folders.has(posix.dirname(path));
  const everything = reach(known, importers, true);
  const all = names.filter((path) => path.endsWith(".test.ts"));
  const tests = all.filter(isChosen);
  return {
    tests,
    specs: names.filter((path) => /^packages\/.*\.spec\.ts$/.test(path) && affected.has(path)),
    journeys: names.filter((path) => /^e2e\/.*\.spec\.ts$/.test(path) && affected.has(path)),
    leftOut: all.filter((path) => everything.has(path) && !isChosen(path)).length,
  };
}

/** @param {ReadonlyMap<string, string>} files */
function importersOf(files) {
  /** @type {Map<string, Importer[]>} */
  const importers = new Map();
  for (const [from, text] of files) {
    for (const [, type, named, bare, dynamic, url] of text.matchAll(imported)) {
      const target = resolve(from, named ?? bare ?? dynamic ?? url ?? "");
      if (target === undefined) continue;
      const found = importers.get(target) ?? [];
      found.push({ from, isType: type !== undefined });
      importers.set(target, found);
    }
  }
  return importers;
}

/**
 * Returns the path of an imported file in the repository; undefined for packages from npm.
 *
 * @param {string} from
 * @param {string} name
 */
function resolve(from, name) {
  if (name.startsWith(".")) return posix.join(posix.dirname(from), name);
  const [folder = "", home = ""] = from.split("/");
  if (name.startsWith("#")) return `${folder}/${home}/src/${name.slice(1)}`;
  const [, own = "", path = ""] = /^@plumb\/([^/]+)\/(.+)$/.exec(name) ?? [];
  return own === "" ? undefined : `packages/${own}/src/${path}`;
}

/**
 * @param {readonly string[]} starts
 * @param {ReadonlyMap<string, readonly Importer[]>} importers
 * @param {boolean} throughRoots
 * @returns {Map<string, number>} the number of imports between each affected file and the change
 */
function reach(starts, importers, throughRoots) {
  const distances = new Map(starts.map((path) => [path, 0]));
  // Visits files in the order of their distance, also those that are added meanwhile.
  for (const [path, distance] of distances) {
    if (!throughRoots && compositionRoots.has(path) && distance > 0) continue;
    for (const { from, isType } of importers.get(path) ?? [])
      if (!distances.has(from) && (!isType || from.endsWith(".spec.ts"))) distances.set(from, distance + 1);
  }
  return distances;
}

/**
 * Returns the tests for a file that nothing imports, such as a sample, a migration or a page of the documentation: those in the nearest folder above
 * it that has any.
 *
 * @param {string} path
 * @param {readonly string[]} names
 */
function testsNear(path, names) {
  if (path.startsWith("packages/server/migrations/")) return ["packages/server/src/store/migrate.test.ts"];
  if (path.endsWith(".md")) return names.filter((name) => /^tools\/(?:docs|prose)\/.*\.test\.ts$/.test(name));
  for (let folder = posix.dirname(path); folder.includes("/"); folder = posix.dirname(folder)) {
    const near = names.filter((name) => isTest(name) && posix.dirname(name) === folder);
    if (near.length > 0) return near;
  }
  return [];
}

/** @param {string} path */
function isTest(path) {
  return /\.(?:test|spec)\.ts$/.test(path);
}
