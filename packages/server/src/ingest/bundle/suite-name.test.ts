import { expect, test } from "vitest";
import { nameByFiles, nameByNames, nameByTests, steadyName } from "./suite-name.ts";

test.for([
  [
    [
      ["com.shop.cart.CartTest", "adds"],
      ["com.shop.pay.PayTest", "pays"],
    ],
    "com.shop",
  ],
  [[["com.shop.cart.CartTest", "adds"]], "com.shop.cart"],
  [
    [
      ["com.shop.A", "a"],
      ["org.other.B", "b"],
    ],
    undefined,
  ],
  [[["com.A", "a"]], undefined],
  [[["tests.test_cart", "adds"]], undefined],
  [
    [
      ["checkout", "Cart", "adds"],
      ["checkout", "Till", "pays"],
    ],
    "checkout",
  ],
  [
    [
      ["checkout", "adds"],
      ["till", "pays"],
    ],
    undefined,
  ],
  [[["all", "adds"]], undefined],
  [[["adds"]], undefined],
  [[["x".repeat(101), "adds"]], undefined],
  [[], undefined],
] as const)("the suite of tests at %j is %s", ([titlePaths, expected]) => {
  expect(nameByTests(titlePaths)).toBe(expected);
});

test.for([
  [["com.shop.cart", "com.shop.pay"], "com.shop"],
  [["com.shop", "com.shop.pay"], "com.shop"],
  [["checkout", "till"], undefined],
  [["check out", "check in"], undefined],
] as const)("the suite of reports named %j is %s", ([names, expected]) => {
  expect(nameByNames(names)).toBe(expected);
});

test.for([
  [["results/TEST-checkout-20261120-a1b2c3d4.xml"], "checkout"],
  [["checkout_api.junit.xml"], "checkout-api"],
  [["till-1.xml", "till-2.xml"], "till"],
  [["till.xml", "checkout.xml"], undefined],
  [["report.xml"], undefined],
  [["junit-results.xml"], undefined],
  [["0f1e2d3c4b5a.xml"], undefined],
  [["junit-shard-2.xml"], undefined],
  [["checkout-shard-2.xml"], "checkout"],
  [["rerun/report-rerun-1.xml"], undefined],
  [["collect.xml"], undefined],
] as const)("the suite of files %j is %s", ([files, expected]) => {
  expect(nameByFiles(files)).toBe(expected);
});

test.for([
  ["report_4", undefined],
  ["Report 12", undefined],
  ["#4711", undefined],
  ["Nightly build #123", "Nightly"],
  ["checkout (run 7)", "checkout"],
  ["checkout shard-2", "checkout"],
  ["Web 2", "Web 2"],
  ["e2e-v2", "e2e-v2"],
  ["buildings 3", "buildings 3"],
  ["checkout", "checkout"],
] as const)("the suite %s is %s in every run", ([name, steady]) => {
  expect(steadyName(name)).toBe(steady);
});
