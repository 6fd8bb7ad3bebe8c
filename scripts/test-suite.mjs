import { buildWhatIsStale } from "./builds.mjs";
import { findChromium } from "./chromium.mjs";
import { installDependencies } from "./dependencies.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, environmentWith, runInForeground, Trouble } from "./processes.mjs";
import { buildViewerOnce, suites } from "./suites.mjs";

// Usage: test-suite.mjs <suite> [arguments for Vitest or Playwright]
await asScript(async () => {
  const [name = "", ...rest] = process.argv.slice(2);
  if (!isSuite(name)) throw new Trouble(`No suite is named "${name}". There are: ${Object.keys(suites).join(", ")}.`);
  const node = await findNode();
  await installDependencies();
  if (name === "server") await buildViewerOnce(node);
  // Journeys use the built app.
  if (name === "e2e") await buildWhatIsStale(node);
  const inBrowser = name === "e2e" || name === "web";
  const env = inBrowser ? { PLUMB_CHROMIUM: await findChromium(node) } : {};
  return runInForeground(node, [...suites[name], ...rest], environmentWith(node, env));
});

/**
 * @param {string} name
 * @returns {name is keyof typeof suites}
 */
function isSuite(name) {
  return Object.hasOwn(suites, name);
}
