import { buildDemo, buildWhatIsStale } from "./builds.mjs";
import { installDependencies } from "./dependencies.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, environmentWith, runInForeground } from "./processes.mjs";
import { serverFlags } from "./server-flags.mjs";

await asScript(async () => {
  const node = await findNode();
  await installDependencies();
  await buildWhatIsStale(node);
  if (process.argv.includes("--demo")) await buildDemo(node);
  const args = [...serverFlags, "packages/server/src/main.ts", ...process.argv.slice(2)];
  return runInForeground(node, args, environmentWith(node));
});
