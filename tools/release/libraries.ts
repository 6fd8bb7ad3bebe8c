import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { libraryFolders } from "../../packages/cli/scripts/licenses.mjs";

/** A library that a release contains. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, or `null` if only its license file tells. */
  readonly license: string | null;
  /** Folder below the root of the repository. */
  readonly folder: string;
  readonly dependencies: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns the libraries of bundled files. */
export function librariesOf(root: string, files: readonly string[]): Library[] {
  return libraryFolders(files).map((folder) => library(root, folder));
}

/** Returns the libraries that a package needs at run time, directly or indirectly, without packages of this repository. */
export function runtimeLibraries(root: string, folder: string, found = new Map<string, Library>()): Library[] {
  for (const name of Object.keys(manifest(root, folder).dependencies ?? {})) {
    const next = resolved(root, folder, name);
    if (found.has(next)) continue;
    if (!name.startsWith("@plumb/")) found.set(next, library(root, next));
    runtimeLibraries(root, next, found);
  }
  return [...found.values()];
}

/** @throws Error if npm did not install the dependency. */
function resolved(root: string, folder: string, name: string): string {
  for (let start = folder; ; start = dirname(start)) {
    const candidate = join(start, "node_modules", name);
    if (existsSync(join(root, candidate, "package.json"))) return candidate;
    if (start === ".") throw new Error(`${name}, which ${folder} needs, is not installed.`);
  }
}

export function library(root: string, folder: string): Library {
  const { name, version, license = null, dependencies = {} } = manifest(root, folder);
  return { name, version, license, folder, dependencies: Object.keys(dependencies) };
}

function manifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

/** Returns the licenses, which must be included in every copy. */
export function licenseTexts(root: string, libraries: readonly Library[]): string {
  const texts = libraries.map(({ name, version, license, folder }) => {
    const files = readdirSync(join(root, folder)).filter((file) =>
      /^(?:licen[cs]e|copying|notice|thirdpartynotices)/i.test(file),
    );
    const content = files.map((file) => readFileSync(join(root, folder, file), "utf8").trim());
    return `${[`${name} ${version} (${license})`, ...content].join("\n\n")}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
