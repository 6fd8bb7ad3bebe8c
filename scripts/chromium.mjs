import { existsSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { cache, root } from "./folders.mjs";
import { environmentWith, runQuietly, Trouble } from "./processes.mjs";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Beside our other downloads, as the home folder may be missing or read-only. */
const ourBrowsers = { PLAYWRIGHT_BROWSERS_PATH: join(cache, "browsers") };

/**
 * A Chromium for the browser tests: the one named, one of the system, Playwright's own, or one installed now.
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
  return (await alreadyThere(node)) ?? (await install(node));
}

/**
 * @param {string} node
 * @returns {Promise<string | undefined>}
 */
async function alreadyThere(node) {
  return (
    usualPlaces.find((path) => existsSync(path)) ??
    (await playwrightsOwn(node, {})) ??
    (await playwrightsOwn(node, ourBrowsers))
  );
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

/**
 * By the system's package manager where we may, else by Playwright's download.
 *
 * @param {string} node
 */
async function install(node) {
  const asRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  console.error(`Installing Chromium for the browser tests (${asRoot ? "apt-get" : "Playwright's download"}) …`);
  const log = asRoot ? await aptGet() : await playwrightDownload(node);
  const found = await alreadyThere(node);
  if (found) return found;
  throw new Trouble(
    `No Chromium was found, and none could be installed on this system (${platform()}${asRoot ? "" : ", not as root"}). ` +
      "The browser tests need one: install the system's chromium package, or name a Chromium or Chrome in PLUMB_CHROMIUM." +
      `\n${log.trim()}`,
  );
}

async function aptGet() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const lists = await runQuietly("apt-get", ["update", "-q"], { env });
  const chromium = await runQuietly("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], { env });
  return chromium.code === 0 ? "" : `${lists.code === 0 ? "" : lists.output}${chromium.output}`;
}

/** @param {string} node */
async function playwrightDownload(node) {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  // A closed network may swallow the request: the wait has an end.
  const { output } = await runQuietly(node, [cli, "install", "chromium"], {
    env: environmentWith(node, ourBrowsers),
    timeoutMs: 5 * 60_000,
  });
  return output;
}
