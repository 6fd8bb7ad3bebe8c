const browsers: readonly (readonly [RegExp, string])[] = [
  [/chromium/i, "chromium"],
  [/\bedge\b|msedge/i, "edge"],
  [/chrome/i, "chrome"],
  [/firefox/i, "firefox"],
  [/webkit/i, "webkit"],
  [/safari/i, "safari"],
  [/iphone|ipad/i, "webkit"],
  [/pixel|galaxy/i, "chromium"],
];

/** Cache of the last result, because consecutive tests usually have the same variant. */
let last: { readonly name: string; readonly browser: string | undefined } = { name: "", browser: undefined };

/** Returns the browser in the name of a project, a variant or a device; undefined if there is none. */
export function browserIn(name: string): string | undefined {
  if (name !== last.name) last = { name, browser: browsers.find(([pattern]) => pattern.test(name))?.[1] };
  return last.browser;
}

// Browser names in titles. "edge" occurs in many titles ("handles edge cases"), so it only counts in certain positions.
const titled: readonly (readonly [RegExp, string])[] = [
  [/\bchromium\b/i, "chromium"],
  [/\bmsedge\b|\b(?:microsoft|ms) edge\b|^edge$|[[(]edge\b|\b(?:in|on) edge$|\s[-–—|·:/]\s*edge$|\|edge$/i, "edge"],
  [/\bchrome\b/i, "chrome"],
  [/\bfirefox\b/i, "firefox"],
  [/\b(?:webkit|safari)\b/i, "webkit"],
];

/** Fast check for parts of all these names, which most titles do not contain. */
const partOfName = /chrom|edge|firefox|webkit|safari/i;

/** Returns the browser in a test's titles, for reports without a browser; undefined if there is none. */
export function browserInTitles(titlePath: readonly string[]): string | undefined {
  for (const title of titlePath.slice(-titlesRead)) {
    const head = title.slice(0, titleRead);
    if (!partOfName.test(head)) continue;
    const found = titled.find(([pattern]) => pattern.test(head));
    if (found !== undefined) return found[1];
  }
  return undefined;
}

const titlesRead = 20;
const titleRead = 1000;
