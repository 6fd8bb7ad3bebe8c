import { expect, test } from "vitest";
import { describedError, errorOf, errorsOf, type Level, levelOf, outputOf } from "./logs.ts";

const log = (level: Level, text: string) => ({ item: "a", time: 0, level, text });

test.for([
  ["ERROR", "error"],
  ["fatal", "error"],
  ["40000", "error"],
  ["Warn", "warn"],
  ["30000", "warn"],
  ["INFO", "info"],
  ["5000", "info"],
  ["custom", "info"],
  [undefined, "info"],
] as const)("the level %s is %s", ([level, known]) => {
  expect(levelOf(level)).toBe(known);
});

test("entries with a stack are the failure, and other errors of the test are its output", () => {
  const failure = "Error: no\n    at a.ts:1:1";
  const { errors, rest } = errorsOf([
    log("error", "retrying"),
    log("error", failure),
    log("error", failure),
    log("info", "done"),
  ]);
  expect(errors).toEqual([{ message: "Error: no", stack: failure }]);
  expect(outputOf(rest)).toEqual({ stdout: "done\n", stderr: "retrying\n" });
});

test("without a stack, all errors are the failure", () => {
  expect(errorsOf([log("error", "one"), log("error", "two"), log("error", " ")]).errors).toEqual([
    { message: "one" },
    { message: "two" },
  ]);
});

test.for([
  ["java.lang.AssertionError: no\n\tat com.acme.CartTest.adds(CartTest.java:7)", "java.lang.AssertionError: no"],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1, in b\n    assert 1 == 2\nAssertionError: no',
    "AssertionError: no",
  ],
  ["def test_a():\n>   assert 1 == 2\nE   assert 1 == 2\n\na.py:3: AssertionError", "assert 1 == 2"],
  ["```error\nError: no\n    at a.ts:1:1\n```", "Error: no"],
])("finds in %j the message %j", ([text, message]) => {
  expect(errorOf(text as string)).toMatchObject({ message, stack: expect.any(String) as string });
});

test("an error that an agent appends to a description is not part of it", () => {
  expect(describedError("Adds\n```error\nError: no\n```")).toEqual({ error: "Error: no", rest: "Adds" });
  expect(describedError(undefined)).toEqual({ error: null, rest: "" });
});
