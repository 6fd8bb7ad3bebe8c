import { expect, test } from "vitest";
import { lockProblems } from "./lock-file.mjs";

const manifests = {
  "": { devDependencies: { linter: "1.0.0" } },
  "packages/web": { dependencies: { charts: "2.0.0" } },
};
const packages = {
  ...manifests,
  "node_modules/linter": { optionalDependencies: { "linter-linux": "1.0.0", "linter-macos": "1.0.0" } },
  "node_modules/linter-linux": {},
  "node_modules/linter-macos": {},
  "node_modules/web": { resolved: "packages/web", link: true },
  "packages/web/node_modules/charts": { dependencies: { colors: "1.0.0" } },
  "packages/web/node_modules/charts/node_modules/colors": { dependencies: { linter: "1.0.0" } },
};

test("accepts a lock file that names every package on every platform", () => {
  expect(lockProblems({ packages }, manifests)).toEqual([]);
});

test("names the optional package of another platform that is missing", () => {
  const { "node_modules/linter-macos": _, ...onePlatform } = packages;
  expect(lockProblems({ packages: onePlatform }, manifests)).toEqual([
    "linter-macos is missing, which node_modules/linter depends on",
  ]);
});

test("does not find a package in a folder where Node.js would not look", () => {
  const elsewhere = { ...packages, "": {}, "node_modules/linter": { dependencies: { charts: "2.0.0" } } };
  expect(lockProblems({ packages: elsewhere }, {})).toEqual([
    "charts is missing, which node_modules/linter depends on",
  ]);
});

test("needs peers, except optional ones", () => {
  const peerDependencies = { react: "19", vue: "3" };
  const withPeers = { ...packages, "node_modules/linter-linux": { peerDependencies } };
  const withOptional = {
    ...packages,
    "node_modules/linter-linux": { peerDependencies, peerDependenciesMeta: { vue: { optional: true } } },
  };
  expect(lockProblems({ packages: withPeers }, manifests)).toHaveLength(2);
  expect(lockProblems({ packages: withOptional }, manifests)).toEqual([
    "react is missing, which node_modules/linter-linux depends on",
  ]);
});

test("compares the versions that each manifest asks for", () => {
  const changed = { ...manifests, "packages/web": { dependencies: { charts: "3.0.0" } } };
  expect(lockProblems({ packages }, changed)).toEqual(["packages/web/package.json has other dependencies"]);
  const added = { ...manifests, "": { devDependencies: { linter: "1.0.0", formatter: "1.0.0" } } };
  expect(lockProblems({ packages }, added)).toEqual(["package.json has other devDependencies"]);
});

test("refuses the address of a registry", () => {
  const resolved = "https://registry.example.test/linter-linux-1.0.0.tgz";
  expect(lockProblems({ packages: { ...packages, "node_modules/linter-linux": { resolved } } }, manifests)).toEqual([
    "node_modules/linter-linux names the registry it came from",
  ]);
});
