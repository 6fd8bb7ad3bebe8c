import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the version of WebdriverIO in a folder, or undefined if it is unknown. */
export function webdriverioVersion(folder: string): string | undefined {
  for (let parent = folder; ; parent = dirname(parent)) {
    // Read as a file, because the package does not export its package.json.
    for (const name of ["webdriverio", "@wdio/cli"]) {
      const version = readVersion(join(parent, "node_modules", name, "package.json"));
      if (version !== undefined) return version;
    }
    if (parent === dirname(parent)) return undefined;
  }
}

function readVersion(manifest: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
