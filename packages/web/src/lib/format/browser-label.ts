const labels: Readonly<Record<string, string>> = {
  chromium: "Chromium",
  chrome: "Chrome",
  firefox: "Firefox",
  webkit: "WebKit",
  safari: "Safari",
  edge: "Edge",
};

/** Returns the display name of a browser. Unknown names stay unchanged. */
export function browserLabel(browser: string): string {
  return labels[browser] ?? browser;
}
