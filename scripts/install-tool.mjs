import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cache, root } from "./folders.mjs";
import { npm } from "./npm.mjs";
import { asScript, Trouble } from "./processes.mjs";

// Installs a test tool that is too large to be a dependency: node scripts/install-tool.mjs <folder with its lock file>
// Prints the path of its node_modules, which are kept until the lock file changes. Install scripts do not run.

await asScript(async () => {
  const [folder = ""] = process.argv.slice(2);
  const files = ["package.json", "package-lock.json"];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(root, folder, file)));
  const tools = join(cache, "tools");
  const place = join(tools, `${basename(dirname(folder))}-${hash.digest("hex").slice(0, 12)}`);
  if (!existsSync(place)) {
    // Installs into a temporary folder, so that an incomplete installation is never used.
    const draft = `${place}-${process.pid}`;
    mkdirSync(draft, { recursive: true });
    for (const file of files) copyFileSync(join(root, folder, file), join(draft, file));
    // Without a registry the tests are skipped, which should not take minutes.
    const retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];
    const { code, output } = await npm(["ci", "--prefix", draft, ...retries]);
    if (code !== 0) {
      rmSync(draft, { recursive: true, force: true });
      throw new Trouble(`It could not be installed (npm, exit code ${code}):\n${output}`);
    }
    if (existsSync(place)) rmSync(draft, { recursive: true, force: true });
    else renameSync(draft, place);
  }
  console.log(join(place, "node_modules"));
  return 0;
});
