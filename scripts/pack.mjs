import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./folders.mjs";
import { tarGz } from "./tar.mjs";

// Packs built packages in the same way as npm: node scripts/pack.mjs <output folder> <package folder>…

/**
 * @typedef {{ name: string, version: string, description: string, files: readonly string[] } & Record<string, unknown>} Manifest
 */

/** Fields of a manifest that only the build uses. They are not needed in the package, which contains a bundle. */
const ours = ["devDependencies", "imports", "scripts", "private"];

const [output = "", ...folders] = process.argv.slice(2);
// Without a folder, the next line would delete the repository.
if (folders.length === 0) throw new Error("Usage: node scripts/pack.mjs <output folder> <package folder>…");
rmSync(join(root, output), { recursive: true, force: true });
mkdirSync(join(root, output), { recursive: true });
const packed = folders.map((folder) => pack(folder));
writeFileSync(join(root, output, "packages.json"), `${JSON.stringify(packed, null, 2)}\n`);

/**
 * Writes `<name of the folder>.tgz`.
 *
 * @param {string} folder
 */
function pack(folder) {
  const file = `${basename(folder)}.tgz`;
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")));
  const { name, version, description } = manifest;
  const archive = tarGz([
    { name: "package/package.json", content: Buffer.from(`${JSON.stringify(published(manifest), null, 2)}\n`) },
    { name: "package/LICENSE", content: readFileSync(join(root, "LICENSE")) },
    ...manifest.files.map((path) => ({
      name: `package/${path}`,
      content: readFileSync(join(root, folder, path)),
      executable: path.endsWith(".js"),
    })),
  ]);
  writeFileSync(join(root, output, file), archive);
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
