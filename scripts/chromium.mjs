import { existsSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { cache, root } from "./folders.mjs";
import { environmentWith, runQuietly, Trouble } from "./processes.mjs";
import { headlessShell, systemBrowser } from "./system-browser.mjs";

/** Browsers are stored in the cache, because the home folder may be missing or read-only. */
const ourBrowsers = { PLAYWRIGHT_BROWSERS_PATH: join(cache, "browsers") };

/**
 * Returns a Chromium for the browser tests: the one in PLUMB_CHROMIUM, the system's (its headless shell, if it can be installed), Playwright's own,
 * or a newly installed one.
 *
 * @param {string} node
 * @returns {Promise<string>} path of the binary
 */
export async function findChromium(node) {
  const named = process.env["PLUMB_CHROMIUM"];
  if (named) {
    if (existsSync(named)) return named;
    throw new Trouble(`PLUMB_CHROMIUM names ${named}, which does not exist.`);
  }
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const log = mayInstall && !existsSync(headlessShell.path) ? await aptGet() : "";
  const found = await alreadyThere(node);
  if (found) return found;
  const downloadLog = mayInstall ? "" : await playwrightDownload(node);
  const downloaded = await alreadyThere(node);
  if (downloaded) return downloaded;
  throw new Trouble(
    `No Chromium was found, and none could be installed on this system (${platform()}${mayInstall ? "" : ", not as root"}). ` +
      "The browser tests need one: install the system's chromium package, or name a Chromium or Chrome in PLUMB_CHROMIUM." +
      `\n${log}${downloadLog}`.trimEnd(),
  );
}

/**
 * @param {string} node
 * @returns {Promise<string | undefined>}
 */
async function alreadyThere(node) {
  return systemBrowser() ?? (await playwrightsOwn(node, {})) ?? (await playwrightsOwn(node, ourBrowsers));
}

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} more
 */
async function playwrightsOwn(node, more) {
  const ask = 'import { chromium } from "@playwright/test"; console.log(chromium.executablePath());';
  const { code, output } = await runQuietly(node, ["--input-type=module", "-e", ask], {
    env: environmentWith(node, more),
  });
  const path = output.trim().split("\n").at(-1) ?? "";
  return code === 0 && path !== "" && existsSync(path) ? path : undefined;
}

/** Installs Debian's headless shell, or Chromium if that fails and the system has no browser. Returns the output of a failed installation. */
async function aptGet() {
  console.error("Installing a headless Chromium for the browser tests (apt-get) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  /** @param {string} name */
  const get = (name) => runQuietly("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], { env });
  const lists = await runQuietly("apt-get", ["update", "-q"], { env });
  const shell = await get(headlessShell.debianPackage);
  if (shell.code === 0 || systemBrowser() !== undefined) return "";
  const whole = await get("chromium");
  return whole.code === 0 ? "" : `${lists.code === 0 ? "" : lists.output}${whole.output}`;
}

/** @param {string} node */
async function playwrightDownload(node) {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  // Some closed networks never answer the request, so it needs a timeout.
  const { output } = await runQuietly(node, [cli, "install", "chromium"], {
    env: environmentWith(node, ourBrowsers),
    timeoutMs: 5 * 60_000,
  });
  return output;
}
