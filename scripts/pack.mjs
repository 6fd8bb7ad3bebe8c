import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "./folders.mjs";
import { npm } from "./npm.mjs";
import { asScript, Trouble } from "./processes.mjs";

// Packs built packages with npm: node scripts/pack.mjs <output folder> <package folder>…

/**
 * @typedef {{ name: string, version: string, description: string, files: readonly string[] } & Record<string, unknown>} Manifest
 */

/** Fields of a manifest that only the build uses. They are not needed in the package, which contains a bundle. */
const ours = ["devDependencies", "imports", "scripts", "private"];

await asScript(async () => {
  const [output = "", ...folders] = process.argv.slice(2);
  // Without a folder, the next line would delete the repository.
  if (folders.length === 0) throw new Trouble("Usage: node scripts/pack.mjs <output folder> <package folder>…");
  const target = join(root, output);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), "plumb-pack-"));
  try {
    const manifests = folders.map((folder) => stage(folder, join(staging, basename(folder))));
    const staged = folders.map((folder) => join(staging, basename(folder)));
    const { code, output: printed } = await npm(["pack", `--pack-destination=${target}`, ...staged]);
    if (code !== 0) throw new Trouble(`npm could not pack the packages (exit code ${code}):\n${printed}`);
    const packed = folders.map((folder, index) => listed(target, folder, /** @type {Manifest} */ (manifests[index])));
    writeFileSync(join(target, "packages.json"), `${JSON.stringify(packed, null, 2)}\n`);
    return 0;
  } finally {
    rmSync(staging, { recursive: true });
  }
});

/**
 * Copies the files of a package into a folder, with the manifest to publish.
 *
 * @param {string} folder
 * @param {string} target
 */
function stage(folder, target) {
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")));
  for (const path of manifest.files) cpSync(join(root, folder, path), join(target, path));
  cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
  writeFileSync(join(target, "package.json"), `${JSON.stringify(published(manifest), null, 2)}\n`);
  return manifest;
}

/**
 * Renames npm's archive to `<name of the folder>.tgz`, and returns its entry in the list.
 *
 * @param {string} target
 * @param {string} folder
 * @param {Manifest} manifest
 */
function listed(target, folder, { name, version, description }) {
  const file = `${basename(folder)}.tgz`;
  renameSync(join(target, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`), join(target, file));
  const archive = readFileSync(join(target, file));
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  return { file, name, version, description, bytes: archive.length, integrity };
}

/**
 * @param {Manifest} manifest
 * @returns {Manifest}
 */
function published(manifest) {
  if (manifest["dependencies"] !== undefined)
    throw new Error(`${manifest.name} has dependencies: a network without a registry could not install it.`);
  return /** @type {Manifest} */ (Object.fromEntries(Object.entries(manifest).filter(([key]) => !ours.includes(key))));
}
