/** Longer texts are not browsers. */
const maxLength = 300;
/** Maximum length of the browser list. */
const maxNames = 2000;
const browser =
  /^(?:Headless)?\s?(?:Chrome|Chromium|Firefox|Safari|WebKit|Edge|Electron|Opera|PhantomJS)(?:[ -]?(?:Headless|Mobile|WebView))?[ /_-]v?\d[\d._]{0,40}(?:\s?\([^()]{0,100}\)|\s(?:on|\/)\s[\w .]{1,100})?$/i;

/** Returns true for a text that is only a browser with its version: `Chrome 141.0.7390 (Linux)`. */
export function isBrowser(text: string): boolean {
  return text.length <= maxLength && browser.test(text);
}

/** Converts `Chrome 156.0.0.0 / Debian 12` to `Chrome / Debian`, so that a new browser version does not create a new test. */
export function withoutVersions(text: string): string {
  if (text.length > maxNames) return text;
  return text
    .replace(/\(([^()]*)\)/g, " $1 ")
    .replace(/(?:\s|(?<=\w)[/-])+v?\d[\w.]*/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns true for the name of a parameter that contains the version of a browser. */
export function isBrowserVersion(name: string): boolean {
  return /^browser[ _-]?version$/i.test(name);
}

/** Kotlin appends the environment to names: `pays[js, browser, ChromeHeadless141.0.7390, Linux]`. */
const environment = /\[(?:js|wasmJs), browser, [^[\]]{1,200}\]/g;

/** Removes the versions of an environment that is appended to a name. */
export function withoutEnvironmentVersions(name: string): string {
  if (!name.includes(", browser, ")) return name;
  return name.replace(environment, (part) => part.replace(/(?<=[A-Za-z])\d+(?:\.\d+)+/g, ""));
}
