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

/** The browser that a project, a variant or a device is named after; undefined if it names none. */
export function browserIn(name: string): string | undefined {
  return browsers.find(([pattern]) => pattern.test(name))?.[1];
}
