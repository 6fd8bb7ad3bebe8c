import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { bundleLauncher, bundleServer, installed, unbundled } from "./bundle-server.ts";
import { librariesOf, type Library, library, licenseTexts, runtimeLibraries } from "./libraries.ts";

/** Files of libraries that are not bundled, as patterns. */
const separateFiles: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(unbundled.map((name) => [name, ["**/*.{js,wasm,data}"]])),
  "wasm-feature-detect": ["dist/**/*.js"],
  "dejavu-fonts-ttf": ["ttf/{DejaVuSans,DejaVuSans-Bold,DejaVuSansMono}.ttf"],
  // Only the viewer of traces.
  "playwright-core": ["lib/vite/traceViewer/**"],
};

const licenseFiles = "{LICENSE,LICENCE,COPYING,NOTICE,ThirdPartyNotices}*";

export interface ServerPackage {
  readonly folder: string;
  readonly version: string;
  readonly libraries: readonly Library[];
}

/** Writes the npm package of the server into a folder. The web app and the packages to download must have been built. */
export async function stageServerPackage(root: string, folder: string): Promise<ServerPackage> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const inputs = await bundleServer(root, join(folder, "dist"));
  for (const [source, target] of Object.entries(installed))
    if (source.endsWith("/")) cpSync(join(root, source), join(folder, target), { recursive: true });
  rmSync(join(folder, "web/.plumb-stamp"), { force: true });
  rmSync(join(folder, "packages/.plumb-stamp"), { force: true });
  await bundleLauncher(root, join(folder, "bin/plumb-server.mjs"));
  cpSync(join(root, "tools/release/package-readme.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const separate = Object.keys(separateFiles).map((name) => copyLibrary(root, name, folder));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifestOf(version, separate), null, 2)}\n`);
  const libraries = [...librariesOf(root, inputs), ...runtimeLibraries(root, "packages/web"), ...separate];
  const distinct = [...new Map(libraries.map((found) => [found.folder, found])).values()].toSorted(byName);
  writeFileSync(join(folder, "THIRD-PARTY.txt"), licenseTexts(root, distinct));
  return { folder, version, libraries: distinct };
}

/** Copies the necessary files of a library, and the fields of its manifest that Node reads. */
function copyLibrary(root: string, name: string, folder: string): Library {
  const source = join(root, "node_modules", name);
  const target = join(folder, "node_modules", name);
  const files = globSync([...(separateFiles[name] ?? []), licenseFiles], { cwd: source, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((path) => !/^dist\/(?:contrib|live|node-postgres|worker|vector)\//.test(path));
  for (const path of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(source, path), join(target, path));
  }
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Record<string, unknown>;
  const read = ["name", "version", "license", "type", "main", "module", "exports"];
  const fields = Object.entries(manifest).filter(([key]) => read.includes(key));
  writeFileSync(join(target, "package.json"), `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
  return library(root, `node_modules/${name}`);
}

function manifestOf(version: string, separate: readonly Library[]): Record<string, unknown> {
  return {
    name: "plumb-server",
    version,
    description:
      "Test analytics server: what failed, why, since when, whose it is, and whether the test can be trusted",
    license: "Apache-2.0",
    type: "module",
    bin: { "plumb-server": "bin/plumb-server.mjs" },
    engines: { node: ">=24.7" },
    dependencies: Object.fromEntries(separate.map((found) => [found.name, found.version])),
    bundleDependencies: separate.map((found) => found.name),
  };
}

function byName(a: Library, b: Library): number {
  return `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1;
}
