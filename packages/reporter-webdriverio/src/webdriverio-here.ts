import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the version of WebdriverIO in a folder, or undefined if it is unknown. */
export function versionOfWebdriverio(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    // Read as a file, because the package does not export its package.json.
    for (const name of ["webdriverio", "@wdio/cli"]) {
      const version = versionIn(join(place, "node_modules", name, "package.json"));
      if (version !== undefined) return version;
    }
    if (place === dirname(place)) return undefined;
  }
}

function versionIn(manifest: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
