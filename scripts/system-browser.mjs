import { existsSync } from "node:fs";

/** Where Debian's package of the headless shell puts it. */
export const headlessShell = { path: "/usr/bin/chromium-headless-shell", debianPackage: "chromium-headless-shell" };

/**
 * Usual paths of Chromium and Chrome. The headless shell comes first: it opens a page in a third of the time, which
 * is most of a browser test.
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
  // A wrong path is reported when the browser starts.
  return named || usualPlaces.find((path) => existsSync(path));
}
