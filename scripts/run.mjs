import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installDependencies } from "./dependencies.mjs";
import { root } from "./folders.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, environmentWith, runInForeground, Trouble } from "./processes.mjs";

await asScript(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (!first || (first === "--bin" && !rest[0])) {
    throw new Trouble("Usage: node scripts/run.mjs <file.ts> [arguments], or --bin <package> [arguments]");
  }
  const node = await findNode();
  await installDependencies();
  const command = first === "--bin" ? [binOf(rest[0] ?? ""), ...rest.slice(1)] : [first, ...rest];
  return runInForeground(node, command, environmentWith(node));
});

/**
 * Returns the path of the program in the package with the same name.
 *
 * @param {string} name
 * @returns {string}
 */
function binOf(name) {
  const folder = join(root, "node_modules", name);
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) throw new Trouble(`No package ${name} is installed.`);
  const { bin } = /** @type {{ bin?: string | Record<string, string> }} */ (JSON.parse(readFileSync(manifest, "utf8")));
  const file = typeof bin === "string" ? bin : bin?.[name];
  if (!file) throw new Trouble(`The package ${name} brings no program of that name.`);
  return join(folder, file);
}
