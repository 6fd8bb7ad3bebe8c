import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the folders of the libraries in a bundle, without packages of this repository.
 *
 * @param {readonly string[]} inputs paths of the bundled files
 */
export function libraryFolders(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].filter((folder) => !folder.includes("node_modules/@plumb/"));
}

/**
 * Returns the licenses of the libraries in a bundle. They must be included in every copy.
 *
 * @param {readonly string[]} inputs paths of the bundled files
 */
export function licensesOf(inputs) {
  return libraryFolders(inputs)
    .toSorted()
    .map(licenseOf)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version, license } = /** @type {{ name: string, version: string, license: string }} */ (
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  );
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no license file to pass on.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
