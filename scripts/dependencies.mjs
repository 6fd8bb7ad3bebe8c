import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";
import { npm } from "./npm.mjs";
import { Trouble } from "./processes.mjs";

const lockFile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules", ".plumb-stamp");

/** Installs the versions in package-lock.json, unless node_modules was installed from the same lock file. */
export async function installDependencies() {
  const lock = readFileSync(lockFile, "utf8");
  const stamp = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;

  console.error("Installing dependencies …");
  // The web app is built with development dependencies, so they are also needed if NODE_ENV is production.
  const { code, output } = await npm(["ci", "--include=dev", "--include=optional"]);
  if (code !== 0) throw new Trouble(`The dependencies could not be installed (npm, exit code ${code}):\n${output}`);
  writeFileSync(stampFile, stamp);
}
