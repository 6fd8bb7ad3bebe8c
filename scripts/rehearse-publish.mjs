import { npm } from "./npm.mjs";
import { asScript, Trouble } from "./processes.mjs";

// Shows what npm would publish, without publishing it: node scripts/rehearse-publish.mjs <packed file>…
// Works without a registry.

await asScript(async () => {
  for (const file of process.argv.slice(2)) {
    const args = ["publish", "--dry-run", "--registry=http://127.0.0.1:9", "--fetch-retries=0", file];
    const { code, output } = await npm(args);
    if (code !== 0) throw new Trouble(`npm would not publish ${file} (exit code ${code}):\n${output}`);
    console.log(output.trim());
  }
  return 0;
});
