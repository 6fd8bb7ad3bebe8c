import { installDependencies } from "./dependencies.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, environmentWith } from "./processes.mjs";
import { runStoppably } from "./stoppable.mjs";
import { serverFlags } from "./server-flags.mjs";

// Starts the server, which restarts when its code changes, and the web app, which reloads. Arguments go to the server, such as --demo.
await asScript(async () => {
  const node = await findNode();
  await installDependencies();
  const env = environmentWith(node);
  const server = [...serverFlags, "--watch", "packages/server/src/main.ts", ...process.argv.slice(2)];
  const web = ["node_modules/vite/bin/vite.js", "packages/web", "--clearScreen", "false"];
  return Math.max(...(await Promise.all([server, web].map((args) => runStoppably(node, args, env, print)))));
});

/** @param {string} text */
function print(text) {
  process.stdout.write(text);
}
