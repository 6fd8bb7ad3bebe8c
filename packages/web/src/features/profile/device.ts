const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  // The order matters, because most browsers also include the names of others.
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+).*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

export interface Device {
  /** `Firefox 128`, or the first word of the user agent for other programs. */
  readonly browser: string;
  /** Operating system, such as `macOS`; `null` if unknown. */
  readonly system: string | null;
  readonly handheld: boolean;
}

/** Guesses the device of a session from its `User-Agent`, which can contain anything. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent?.trim() ?? "";
  const found = browsers.map(([pattern, name]) => ({ name, version: pattern.exec(text)?.[1] }));
  const browser = found.find(({ version }) => version !== undefined);
  const system = systems.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  const first = text.split(/[\s/]/)[0]?.slice(0, 40);
  return {
    browser: browser === undefined ? first || "Unknown device" : `${browser.name} ${browser.version}`,
    system,
    handheld: system === "iPhone" || system === "iPad" || system === "Android",
  };
}

/** Returns the name, such as `Firefox 128 on macOS`. */
export function deviceName({ browser, system }: Device): string {
  return system === null ? browser : `${browser} on ${system}`;
}
