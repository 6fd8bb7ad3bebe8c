import { chmodSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { build, type Plugin } from "esbuild";

/** Where the package keeps folders and files that the server reads, by their path in the repository. The longest match counts. */
export const installed: Readonly<Record<string, string>> = {
  "packages/web/dist/": "web/",
  "packages/server/dist/packages/": "packages/",
  "packages/server/migrations/": "migrations/",
  "packages/server/package.json": "package.json",
  "demo/recorded/": "demo/recorded/",
  "demo/dist/": "demo/prepared/",
};

/** Libraries that read their own files, so that they stay separate packages. */
export const unbundled = ["@electric-sql/pglite", "@jsquash/jpeg", "@jsquash/png", "@jsquash/webp", "pdfkit"];

const moduleUrl = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*\)/g;

/**
 * Bundles the server, its threads and the demo into JavaScript files of one folder, which must be the folder `dist` of the package.
 *
 * @returns The paths of all files that the bundle contains.
 */
export async function bundleServer(root: string, outdir: string): Promise<string[]> {
  const sources = ["packages/server/src/**/*.ts", "demo/**/*.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !/\.test\.ts$|\/testing\/|^demo\/(?:recording\/|prepare\.ts$)/.test(path));
  const scripts = sources.flatMap((path) => scriptsNamedIn(root, path));
  const entries = [...new Set([join(root, "packages/server/src/main.ts"), ...scripts])];
  const { metafile } = await build({
    entryPoints: Object.fromEntries(entries.map((path) => [nameOf(root, path), path])),
    outdir,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    // All files are in one folder, so that their distance from the other folders of the package is always the same.
    chunkNames: "[name]-[hash]",
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    // Bundled modules call require, which ESM does not have.
    banner: {
      js: 'import { createRequire as requireFor } from "node:module";\nconst require = requireFor(import.meta.url);',
    },
    external: unbundled.flatMap((name) => [name, `${name}/*`]),
    plugins: [installedUrls(root)],
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  // The named exports of a CommonJS module would be undefined after `await import()`.
  for (const { entryPoint = "", exports } of Object.values(metafile.outputs))
    if (exports.length === 1 && exports[0] === "default")
      throw new Error(`${entryPoint} is CommonJS: import it statically.`);
  return Object.keys(metafile.inputs);
}

/** Bundles the program of the package for versions of Node that are too old for the server. */
export async function bundleLauncher(root: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, "tools/release/launcher.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node14",
    format: "esm",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
  });
  chmodSync(outfile, 0o755);
}

/** Returns the scripts that a module starts as threads or processes. */
function scriptsNamedIn(root: string, path: string): string[] {
  const folder = dirname(join(root, path));
  return [...readFileSync(join(root, path), "utf8").matchAll(moduleUrl)]
    .map(([, target = ""]) => join(folder, target))
    .filter((target) => target.endsWith(".ts"));
}

/** Returns the name of an entry, which is the same in the plugin: `demo-services-main` for `demo/services/main.ts`. */
function nameOf(root: string, path: string): string {
  const name = basename(path, ".ts");
  if (name !== "main") return name;
  return relative(root, path).replace("packages/server/src/", "").replaceAll(sep, "-").replace(/\.ts$/, "");
}

/** Points `new URL("…", import.meta.url)` to the file in the package. */
function installedUrls(root: string): Plugin {
  return {
    name: "installed URLs",
    setup(building) {
      building.onLoad({ filter: /\/(?:packages\/server\/src|demo)\/.*\.ts$/ }, ({ path }) => ({
        loader: "ts",
        contents: readFileSync(path, "utf8").replaceAll(
          moduleUrl,
          (_, target: string) =>
            `new URL(${JSON.stringify(installedUrl(root, join(dirname(path), target)))}, import.meta.url)`,
        ),
      }));
    },
  };
}

/** @throws Error if the package has no such file. */
function installedUrl(root: string, target: string): string {
  if (target.endsWith(".ts")) return `./${nameOf(root, target)}.js`;
  const path = relative(root, target) + (target.endsWith(sep) ? "/" : "");
  const folder = Object.keys(installed).find((name) => path.startsWith(name));
  if (folder === undefined) throw new Error(`The package of the server does not contain ${path}.`);
  return `../${installed[folder]}${path.slice(folder.length)}`;
}
