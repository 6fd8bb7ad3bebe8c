import { createRequire } from "node:module";
import { join } from "node:path";

/** Returns the version of Mocha in this folder, or undefined if it is unknown. */
export function mochaVersion(): string | undefined {
  const { version } = (requireFromProject("mocha/package.json") ?? {}) as { version?: unknown };
  return typeof version === "string" ? version : undefined;
}

type Constructor = new (...args: readonly unknown[]) => object;

/** Returns one of Mocha's own reporters by name, `null` if there is none with that name. */
export function mochaReporter(name: string): Constructor | null {
  const { reporters = {} } = (requireFromProject("mocha") ?? {}) as { reporters?: Readonly<Record<string, unknown>> };
  const found = Object.entries(reporters).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === "function" ? (found as Constructor) : null;
}

function requireFromProject(module: string): unknown {
  try {
    return createRequire(join(process.cwd(), "package.json"))(module);
  } catch {
    return undefined;
  }
}
