import { existsSync } from "node:fs";

/** Where Debian's package of the headless shell puts it. */
export const headlessShell = { path: "/usr/bin/chromium-headless-shell", debianPackage: "chromium-headless-shell" };

/**
 * Where systems keep a Chromium or Chrome. The headless shell first: without a window's interface it opens a page of its own
 * in a third of the time, which is most of what a browser test takes.
 */
const usualPlaces = [
  headlessShell.path,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser that `PLUMB_CHROMIUM` names, else one of the system; undefined: Playwright's own. */
export function systemBrowser() {
  const named = process.env["PLUMB_CHROMIUM"];
  // A name that leads nowhere is for whoever starts the browser to complain about.
  return named || usualPlaces.find((path) => existsSync(path));
}
