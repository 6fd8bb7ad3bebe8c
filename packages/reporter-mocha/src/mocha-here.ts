import { createRequire } from "node:module";
import { join } from "node:path";

/** Returns the version of Mocha in this folder, or undefined if it is unknown. */
export function versionOfMocha(): string | undefined {
  const { version } = (fromHere("mocha/package.json") ?? {}) as { version?: unknown };
  return typeof version === "string" ? version : undefined;
}

type Constructor = new (...args: readonly unknown[]) => object;

/** Returns one of Mocha's own reporters by name, `null` if there is none with that name. */
export function reporterOfMocha(name: string): Constructor | null {
  const { reporters = {} } = (fromHere("mocha") ?? {}) as { reporters?: Readonly<Record<string, unknown>> };
  const found = Object.entries(reporters).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === "function" ? (found as Constructor) : null;
}

function fromHere(module: string): unknown {
  try {
    return createRequire(join(process.cwd(), "package.json"))(module);
  } catch {
    return undefined;
  }
}
