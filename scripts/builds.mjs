import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { root } from "./folders.mjs";
import { environmentWith, runQuietly, Trouble } from "./processes.mjs";

const shared = ["packages/contract/src", "packages/client/src", "packages/analysis/src", "package-lock.json"];

/** @typedef {{ name: string, sources: readonly string[], output: string, args: readonly string[] }} Build */

/** Reporters for test tools, each a separate package. */
const reporters = ["playwright", "mocha", "vitest", "webdriverio"].map((tool) => `packages/reporter-${tool}`);

/** @type {readonly Build[]} */
const builds = [
  {
    name: "web app",
    sources: ["packages/web", ...shared],
    output: "packages/web/dist",
    args: ["node_modules/vite/bin/vite.js", "build", "packages/web"],
  },
  {
    name: "command line tool",
    sources: [
      ...["src", "scripts", "package.json"].map((part) => `packages/cli/${part}`),
      "packages/code-hosts/src",
      "packages/reporter-core/src",
      ...shared,
    ],
    output: "packages/cli/dist",
    args: ["packages/cli/scripts/build.mjs"],
  },
  ...reporters.map((folder) => ({
    name: basename(folder),
    sources: [`${folder}/src`, `${folder}/package.json`, "packages/reporter-core", "packages/formats/src", ...shared],
    output: `${folder}/dist`,
    args: ["packages/reporter-core/scripts/build.mjs", folder],
  })),
];

/** Packages that are published and that the server offers for download: folders with an entry in `builds` whose manifest lists all files. */
const published = ["packages/cli", ...reporters];
/** Folder from which the server serves the packages. */
const handedOut = "packages/server/dist/packages";

/** @type {Build} */
const packing = {
  name: "packages to install",
  sources: [
    ...published.flatMap((folder) =>
      ["src", "scripts", "package.json", "README.md"].map((part) => `${folder}/${part}`),
    ),
    "packages/code-hosts/src",
    "packages/reporter-core",
    "packages/formats/src",
    "LICENSE",
    "scripts/pack.mjs",
    ...shared,
  ],
  output: handedOut,
  args: ["scripts/pack.mjs", handedOut, ...published],
};

/** @type {Build} */
const preparedDemo = {
  name: "demo, which takes a minute",
  sources: ["demo", ...["server/src", "server/migrations", "formats/src"].map((part) => `packages/${part}`), ...shared],
  output: "demo/dist",
  args: ["demo/prepare.ts", "demo/dist"],
};

/** Packed packages. */
export const packedFiles = published.map((folder) => `${handedOut}/${basename(folder)}.tgz`);

/**
 * Builds everything that was never built or whose sources have changed.
 *
 * @param {string} node
 */
export async function buildWhatIsStale(node) {
  await Promise.all(builds.map((build) => buildIfStale(node, build)));
  await buildIfStale(node, packing);
}

/**
 * Prepares the data of `--demo`, if it was never prepared or its sources have changed.
 *
 * @param {string} node
 */
export async function buildDemo(node) {
  await buildIfStale(node, preparedDemo);
}

/**
 * @param {string} node
 * @param {Build} build
 */
async function buildIfStale(node, { name, sources, output, args }) {
  const stampFile = join(root, output, ".plumb-stamp");
  const stamp = fingerprint(root, sources);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.error(`Building the ${name} …`);
  // Any other value of NODE_ENV makes Vite build for development. HTML exports would then be blank.
  const env = { ...environmentWith(node), NODE_ENV: "production" };
  const { code, output: printed } = await runQuietly(node, args, { env });
  if (code !== 0) throw new Trouble(`The ${name} could not be built (exit code ${code}):\n${printed}`);
  writeFileSync(stampFile, stamp);
}
