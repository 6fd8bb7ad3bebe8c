import { expect, test } from "vitest";
import { distanceOf, failingFiles } from "./file-distance.ts";
import { type ChangedCommit, type FailureContext, rankSuspects } from "./rank-suspects.ts";

const stack = `Error: expected 2
    at total (/home/runner/work/shop/shop/src/cart/total.ts:12:3)
    at Object.<anonymous> (/home/runner/work/shop/shop/tests/cart.spec.ts:40:5)
    at run (/home/runner/work/shop/shop/node_modules/playwright/lib/x.js:1:1)`;

const failure: FailureContext = {
  files: failingFiles({ message: "expected 2", stack }),
  owners: new Set(["@checkout"]),
  ownerOf: (path) => (path.startsWith("src/checkout/") ? "@checkout" : null),
  changedBefore: new Map([["src/api/prices.ts", 2]]),
  complete: true,
};

function commit(hash: string, files: readonly string[] | null, changes: Partial<ChangedCommit> = {}): ChangedCommit {
  return { hash, parents: ["p"], files, fileCount: files?.length ?? 0, ...changes };
}

const order = (commits: readonly ChangedCommit[], context = failure) =>
  rankSuspects(commits, context).map(({ hash }) => hash);

test("the failing files are those of the team, innermost first", () => {
  expect(failure.files.map(({ segments }) => segments.at(-1))).toEqual(["total.ts", "cart.spec.ts"]);
});

test("same file, same folder, shared path, and nothing in common rank in this order", () => {
  const commits = [
    commit("far", ["lib/other.ts"]),
    commit("near", ["src/cart/icons/svg/plus.ts"]),
    commit("folder", ["src/cart/item.ts"]),
    commit("same", ["src/cart/total.ts"]),
    commit("test", ["tests/cart.spec.ts"]),
  ];
  expect(order(commits)).toEqual(["same", "test", "folder", "near", "far"]);
});

test("reasons are sentences about files", () => {
  const [suspect, other] = rankSuspects(
    [commit("b", ["README.md"]), commit("a", ["src/cart/total.ts", "x.ts"])],
    failure,
  );
  expect(suspect).toMatchObject({
    hash: "a",
    reasons: ["It changes total.ts, which is in the stack of the error."],
    files: ["src/cart/total.ts"],
  });
  expect(other?.reasons).toEqual(["It only changes documentation."]);
});

test("files that broke these tests before, owners, dependencies and configuration are reasons", () => {
  const ranked = rankSuspects(
    [
      commit("before", ["src/api/prices.ts"]),
      commit("owner", ["src/checkout/form.ts"]),
      commit("lock", ["package-lock.json"]),
      commit("ci", [".github/workflows/ci.yml"]),
      commit("none", ["assets/logo.svg"]),
    ],
    failure,
  );
  expect(ranked.map(({ hash, reasons }) => [hash, reasons[0]])).toEqual([
    ["before", "It changes prices.ts, as when these tests broke before."],
    ["owner", "It changes files of @checkout, who owns the failing tests."],
    ["lock", "It changes dependencies (package-lock.json)."],
    ["ci", "It changes configuration (ci.yml)."],
    ["none", "It changes none of the files in the error."],
  ]);
});

test("a squash of a month that touches everything ranks behind a small commit to the same file", () => {
  const many = Array.from({ length: 250 }, (_, index) => `src/${index}.ts`);
  expect(
    order([
      commit("squash", ["src/cart/total.ts", ...many], { fileCount: 4000 }),
      commit("small", ["src/cart/item.ts"]),
    ]),
  ).toEqual(["small", "squash"]);
});

test("the only commit is a suspect whatever it changes, unless commits are missing", () => {
  const [only] = rankSuspects([commit("a", ["x.css"]), commit("m", [], { parents: ["a", "b"] })], failure);
  expect(only?.reasons).toEqual(["It is the only commit between the two runs."]);
  const [gap] = rankSuspects([commit("a", ["x.css"])], { ...failure, complete: false });
  expect(gap?.reasons).toEqual(["It changes none of the files in the error."]);
});

test("unknown files and merges without changes are named as such", () => {
  const ranked = rankSuspects(
    [commit("m", [], { parents: ["a", "b"] }), commit("u", null), commit("x", ["y.css"])],
    failure,
  );
  expect(ranked.map(({ hash, reasons }) => [hash, reasons[0]])).toEqual([
    ["u", "The names of its changed files are unknown."],
    ["x", "It changes none of the files in the error."],
    ["m", "It is a merge that changes nothing else."],
  ]);
});

test("Java classes, addresses of scripts, Windows paths and bare names match paths of the repository", () => {
  const files = failingFiles({
    message: "broken",
    stack: `java.lang.AssertionError: broken
  at com.shop.cart.Totals$Rounding.up(Totals.java:17)
  at com.shop.CartTest.adds(CartTest.java:9)
    at render (webpack:///./src/app/menu.vue?1a2b:7:1)
    at go (C:\\agent\\work\\1\\s\\lib\\go.ts:3:9)`,
  });
  const kinds = ["app/src/main/java/com/shop/cart/Totals.java", "src/app/menu.vue", "lib/go.ts", "other/Totals.java"];
  expect(kinds.map((path) => distanceOf(path, files)?.kind)).toEqual(["same", "same", "same", undefined]);
});

test("a file in the root is not every file with its name", () => {
  const files = failingFiles({ message: "x", stack: "    at f (/work/shop/src/deep/index.ts:1:1)" });
  expect(distanceOf("index.ts", files)).toBe(null);
  expect(distanceOf("src/deep/index.ts", files)?.kind).toBe("same");
});

test("hostile file names stay within one line of a reason", () => {
  const files = [{ segments: ["src", "a\nb.ts"] }];
  const [suspect] = rankSuspects([commit("a", ["src/a\nb.ts"])], { ...failure, files });
  expect(suspect?.reasons[0]).toBe("It changes a�b.ts, which is in the stack of the error.");
});
