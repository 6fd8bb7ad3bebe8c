import { existsSync } from "node:fs";

/** Path in Debian's package of the headless shell. */
export const headlessShell = { path: "/usr/bin/chromium-headless-shell", debianPackage: "chromium-headless-shell" };

/**
 * Usual paths of Chromium and Chrome. The headless shell is first, because it opens a page in a third of the time, and most of a browser test is
 * opening pages.
 */
const usualLocations = [
  headlessShell.path,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Returns the browser in `PLUMB_CHROMIUM` or one of the system. Undefined selects Playwright's own. */
export function systemBrowser() {
  const named = process.env["PLUMB_CHROMIUM"];
  // A wrong path is reported when the browser starts.
  return named || usualLocations.find((path) => existsSync(path));
}
