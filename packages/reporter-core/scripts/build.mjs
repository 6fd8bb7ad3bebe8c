import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

// Builds the files that the manifests of reporters list: node build.mjs <package folder>…

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** @typedef {{ files: readonly string[] }} Manifest */

for (const folder of process.argv.slice(2)) {
  const { files } = /** @type {Manifest} */ (JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")));
  for (const file of files.filter((name) => name.endsWith(".cjs")))
    await bundle(join(root, folder, "src", `${basename(file, ".cjs")}.ts`), join(root, folder, file));
}
