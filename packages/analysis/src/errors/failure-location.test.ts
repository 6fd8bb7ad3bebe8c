import { expect, test } from "vitest";
import { failureLocation, ownFramesFirst } from "./failure-location.ts";

const stack = [
  "Error: expected 2 to be 3",
  "    at toBe (/ci/node_modules/expect/index.js:9:1)",
  "    at total (/ci/builds/shop/src/cart.ts:14:3)",
  "    at pay (/ci/builds/shop/tests/accounts.ts:41:7)",
  "    at /ci/builds/shop/tests/cart.spec.ts:12:5",
].join("\n");
const error = { message: "\u001B[31mexpected 2 to be 3\u001B[39m", stack };

test("test code comes before the code under test and libraries", () => {
  expect(ownFramesFirst(error).map((line) => /(\w+\.\w+\.?\w*):\d+:\d+/.exec(line)?.[1])).toEqual([
    "accounts.ts",
    "cart.spec.ts",
    "cart.ts",
    "index.js",
  ]);
});

test.for([
  ["the line in the file of the test", { file: "tests/cart.spec.ts", line: 3 }, ["tests/cart.spec.ts", 12, 5]],
  ["the first line of test code", { file: "other.spec.ts", line: 3 }, ["/ci/builds/shop/tests/accounts.ts", 41, 7]],
  ["test code of an unknown file", { file: null, line: null }, ["/ci/builds/shop/tests/accounts.ts", 41, 7]],
] as const)("a failure is at %s", ([, { file, line }, expected]) => {
  const found = failureLocation({ file, line, errors: [error] });
  expect(found && [found.file, found.line, found.column]).toEqual(expected);
});

test("the location of the tool comes before lines of other files", () => {
  const reported = { ...error, file: "tests/pay.ts", line: 8 };
  expect(failureLocation({ file: null, line: null, errors: [reported] })).toEqual({
    file: "tests/pay.ts",
    line: 8,
    column: null,
  });
});

test.for([
  ["Java", "at com.shop.CartTest.pays(CartTest.java:12)", "src/test/java/com/shop/CartTest.java", 12],
  ["Python", 'File "/ci/tests/test_cart.py", line 7, in test_pays', "tests/test_cart.py", 7],
  ["Windows", "at pays (C:\\agent\\tests\\cart.spec.ts:5:2)", "tests/cart.spec.ts", 5],
] as const)("a stack of %s is matched with the file of the test", ([, frame, file, line]) => {
  expect(failureLocation({ file, line: 1, errors: [{ message: "boom", stack: frame }] })).toMatchObject({ file, line });
});

test("without a stack, a failure is at the start of its test", () => {
  const errors = [{ message: "boom" }];
  expect(failureLocation({ file: "a.spec.ts", line: 4, errors })).toEqual({ file: "a.spec.ts", line: 4, column: null });
  expect(failureLocation({ file: "a.spec.ts", line: null, errors })).toBeNull();
  // An editor cannot open a class.
  const java = { message: "boom", stack: "at com.shop.CartTest.pays(CartTest.java:12)" };
  expect(failureLocation({ file: null, line: null, errors: [java] })).toBeNull();
});
