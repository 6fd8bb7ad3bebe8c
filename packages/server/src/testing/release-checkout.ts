import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Writes the source of a commit to an empty folder.
 *
 * @throws If this checkout has no such commit, as after a shallow clone.
 */
export function checkOut(commit: string, folder: string): void {
  const archive = execFileSync("git", ["archive", commit], {
    cwd: root,
    maxBuffer: 1024 ** 3,
    stdio: ["ignore", "pipe", "pipe"],
  });
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
}

/** Lets a checkout use the installed libraries of this one, but its own packages. Returns the names of libraries that are missing. */
export function linkLibraries(folder: string): string[] {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@plumb"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@plumb") symlinkSync(join(root, "node_modules", name), join(modules, name));
  const packages = readdirSync(join(folder, "packages")).map((name) => join(folder, "packages", name));
  for (const path of packages) symlinkSync(path, join(modules, packageOf(path).name));
  const needed = new Set(packages.flatMap((path) => Object.keys(packageOf(path).dependencies ?? {})));
  const installed = new Set(librariesIn(modules));
  return [...needed].filter((name) => !installed.has(name));
}

function librariesIn(modules: string): string[] {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : [name],
  );
}

function packageOf(path: string) {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
    readonly name: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
}
