import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { bundleLauncher, bundleServer, installed, unbundled } from "./bundle-server.ts";
import { librariesOf, type Library, library, licenseTexts, runtimeLibraries } from "./libraries.ts";

/** Libraries with files that the server reads. They have no code that runs. */
const fileLibraries = ["dejavu-fonts-ttf", "playwright-core"];

/** Necessary files, if not all code and data are. */
const necessaryFiles: Readonly<Record<string, readonly string[]>> = {
  "@electric-sql/pglite": ["dist/*.{js,wasm,data}", "dist/fs/*.js"],
  "dejavu-fonts-ttf": ["ttf/{DejaVuSans,DejaVuSans-Bold,DejaVuSansMono}.ttf"],
  pdfkit: ["js/pdfkit.node.mjs", "js/data/**", "js/standard-fonts/**"],
  // Only the viewer of traces.
  "playwright-core": ["lib/vite/traceViewer/**"],
};
const codeAndData = ["**/*.{js,mjs,cjs,json,wasm,data,trie}"];

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
  for (const built of ["web", "packages", "demo/prepared"])
    rmSync(join(folder, built, ".plumb-stamp"), { force: true });
  await bundleLauncher(root, join(folder, "bin/plumb-server.mjs"));
  cpSync(join(root, "tools/release/package-readme.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const separate = separateLibraries(root);
  for (const one of separate) copyLibrary(root, one, folder);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifestOf(version, separate), null, 2)}\n`);
  const libraries = [...librariesOf(root, inputs), ...runtimeLibraries(root, "packages/web"), ...separate];
  const distinct = [...new Map(libraries.map((found) => [found.folder, found])).values()].toSorted(byName);
  writeFileSync(join(folder, "THIRD-PARTY.txt"), licenseTexts(root, distinct));
  return { folder, version, libraries: distinct };
}

/** Returns the libraries that are not bundled, with those that they need. */
function separateLibraries(root: string): Library[] {
  const folders = unbundled.map((name) => `node_modules/${name}`);
  const found = [
    ...[...unbundled, ...fileLibraries].map((name) => library(root, `node_modules/${name}`)),
    ...folders.flatMap((folder) => runtimeLibraries(root, folder)),
  ];
  return [...new Map(found.map((one) => [one.folder, one])).values()];
}

/** Copies the necessary files of a library, and the fields of its manifest that Node and npm read. */
function copyLibrary(root: string, { name, folder: source }: Library, folder: string): void {
  const patterns = [...(necessaryFiles[name] ?? codeAndData), licenseFiles];
  const files = globSync(patterns, { cwd: join(root, source), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(root, source), join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("node_modules/"));
  for (const path of files) {
    mkdirSync(dirname(join(folder, source, path)), { recursive: true });
    cpSync(join(root, source, path), join(folder, source, path));
  }
  const manifest = JSON.parse(readFileSync(join(root, source, "package.json"), "utf8")) as Record<string, unknown>;
  const read = ["name", "version", "license", "type", "main", "module", "exports", "imports"];
  if (!fileLibraries.includes(name)) read.push("dependencies");
  const fields = Object.entries(manifest).filter(([key]) => read.includes(key));
  writeFileSync(join(folder, source, "package.json"), `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
}

function manifestOf(version: string, separate: readonly Library[]): Record<string, unknown> {
  const direct = separate.filter(({ name, folder }) => folder === `node_modules/${name}`);
  return {
    name: "plumb-server",
    version,
    description:
      "Test analytics server: what failed, why, since when, whose it is, and whether the test can be trusted",
    license: "Apache-2.0",
    type: "module",
    bin: { "plumb-server": "bin/plumb-server.mjs" },
    engines: { node: ">=24.7" },
    dependencies: Object.fromEntries(direct.map((found) => [found.name, found.version])),
    bundleDependencies: direct.map((found) => found.name),
  };
}

function byName(a: Library, b: Library): number {
  return `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1;
}
