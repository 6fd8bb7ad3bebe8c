import { expect, test } from "vitest";
import { stackBeyond } from "./stack-beyond.ts";

test.for([
  ["boom", undefined, null, "no stack"],
  ["boom", "  ", null, "an empty stack"],
  ["boom", "Error: boom\n    at a.ts:1", "    at a.ts:1", "the head repeats the message"],
  ["Error: boom", "Error: boom", null, "the stack is only the message"],
  ["\u001B[31mboom\u001B[39m", "boom\n    at a.ts:1", "    at a.ts:1", "colours do not matter"],
  ["boom", "at a.ts:1\nat b.ts:2", "at a.ts:1\nat b.ts:2", "the stack says something else"],
  ["", "at a.ts:1", "at a.ts:1", "no message"],
] as const)("given %j and %j it keeps %j: %s", ([message, stack, expected]) => {
  expect(stackBeyond(message, stack)).toBe(expected);
});
