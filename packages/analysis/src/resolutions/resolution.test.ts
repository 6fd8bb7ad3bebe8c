import { expect, test } from "vitest";
import { type CommitRange, resolutionOf } from "./resolution.ts";
import { pathClassFinder } from "./path-class.ts";

const complete = { state: "complete", isUnverified: false, isEveryFileKnown: true } as const;
const classOf = pathClassFinder("");
const of = (
  paths: readonly string[],
  range: Partial<CommitRange> = {},
  texts = ["Error: no button\n    at /repo/e2e/cart.spec.ts:7:3"],
) => resolutionOf({ ...complete, paths, ...range }, classOf, texts);

const test_ = "e2e/cart.spec.ts";
const application = "src/cart.ts";
const configuration = ".github/workflows/ci.yml";
const data = "e2e/fixtures/users.json";
const ignored = "README.md";
const unclassed = "thing.unknown";

test.for([
  [[test_], "test"],
  [[test_, "playwright.config.ts", ignored], "test"],
  [[application], "application"],
  [[configuration], "configuration"],
  [[data], "data"],
  [[configuration, data], "configuration-and-data"],
  [[ignored], "nothing"],
  [[], "nothing"],
] as const)("%j is resolved by %s", ([paths, kind]) => {
  expect(of(paths)).toEqual({ kind, reason: null });
});

test.for([
  [[test_, application], "mixed"],
  [[test_, configuration], "mixed"],
  [[configuration, data, test_], "mixed"],
  [[test_, unclassed], "unknown-paths"],
  [[unclassed], "unknown-paths"],
  [[test_, application, unclassed], "mixed"],
] as const)("%j has no label: %s", ([paths, reason]) => {
  expect(of(paths)).toEqual({ kind: null, reason });
});

test.for([
  ["e2e/cart.spec.ts", "    at /repo/e2e/cart.spec.ts:7:3", "test"],
  ["src/test/java/com/shop/CartTest.java", "com.shop.CartTest.opens", "test"],
  ["src/test/java/com/shop/CartTest.java", "com.shop.MyCartTest.opens CartTests", "unrelated-test"],
  ["e2e/cart.spec.ts", "connect ECONNREFUSED 10.0.0.7:5432", "unrelated-test"],
  ["e2e/pay.spec.ts", "    at /repo/e2e/cart.spec.ts:7:3", "unrelated-test"],
  ["e2e/cart.spec.ts", String.raw`C:\repo\e2e\cart.spec.ts, line 7`, "test"],
  ["spec/cart_spec.rb", "rspec ./spec/cart_spec.rb:3 # opens", "test"],
  ["tests/test_cart.py", "tests.test_cart.TestCart", "test"],
  ["tests/.spec.ts", "anything", "unrelated-test"],
] as const)("a change of %j for the error %j is %s", ([path, text, kind]) => {
  expect(of([path], {}, [text])).toEqual({ kind, reason: null });
});

test("a long error and many files with short names take linear time", () => {
  const paths = Array.from({ length: 5000 }, (_, n) => `tests/${"a".repeat(1 + (n % 3))}/b${n}.ts`);
  expect(of(paths, {}, ["a.".repeat(200_000), "-".repeat(200_000)])).toMatchObject({ kind: "unrelated-test" });
});

test("one related file among changed tests is enough", () => {
  expect(of(["e2e/pay.spec.ts", test_])).toEqual({ kind: "test", reason: null });
});

test("commits that are missing, rewritten or from a pull request give no label", () => {
  expect(of([test_], { state: "unknown" })).toEqual({ kind: null, reason: "unknown-commits" });
  expect(of([test_], { state: "rewritten" })).toEqual({ kind: null, reason: "rewritten" });
  expect(of([test_], { isUnverified: true })).toEqual({ kind: null, reason: "pull-request" });
});

test("a commit with unlisted files gives no label, unless its listed files are already mixed", () => {
  expect(of([test_], { isEveryFileKnown: false })).toEqual({ kind: null, reason: "unknown-commits" });
  expect(of([test_, application], { isEveryFileKnown: false })).toEqual({ kind: null, reason: "mixed" });
});
