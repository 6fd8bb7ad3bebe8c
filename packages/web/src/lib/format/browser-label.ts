const labels: Readonly<Record<string, string>> = {
  chromium: "Chromium",
  chrome: "Chrome",
  firefox: "Firefox",
  webkit: "WebKit",
  safari: "Safari",
  edge: "Edge",
};

/** A browser as people write it; one that is not known stays as the report names it. */
export function browserLabel(browser: string): string {
  return labels[browser] ?? browser;
}
