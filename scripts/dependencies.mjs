import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";
import { npm } from "./npm.mjs";
import { Trouble } from "./processes.mjs";

const lockFile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules", ".plumb-stamp");

/** Installs exactly what package-lock.json names, unless node_modules came from this lock file. */
export async function installDependencies() {
  const lock = readFileSync(lockFile, "utf8");
  const stamp = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;

  console.error("Installing dependencies …");
  // Development dependencies build the web app: they are needed even where NODE_ENV says production.
  const { code, output } = await npm(["ci", "--include=dev", "--include=optional"]);
  if (code !== 0) throw new Trouble(`The dependencies could not be installed (npm, exit code ${code}):\n${output}`);
  writeFileSync(stampFile, stamp);
}
