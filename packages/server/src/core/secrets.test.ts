import { expect, test } from "vitest";
import { newApiKey, prefixOfApiKey, projectOfApiKey } from "./secrets.ts";

test.for([
  ["plumb_12_abcdEFGHijklMNOPqrstUVWXyzABCDEF", "plumb_12_abcd", "four characters"],
  ["plumb_1_h0dkeRIyJeY_yzABCDEFabcdEFGHijk_", "plumb_1_h0dk", "whatever underscores the secret holds"],
  ["plumb_3__-_-eRIyJeY_yzABCDEFabcdEFGHijk_", "plumb_3__-_-", "also at its start"],
] as const)("of %s it shows %s: %s", ([key, prefix]) => {
  expect(prefixOfApiKey(key)).toBe(prefix);
});

test("a new key contains its project and matches the pattern for keys", () => {
  const key = newApiKey(42);
  expect(projectOfApiKey(key)).toBe(42);
  expect(prefixOfApiKey(key)).toBe(key.slice(0, "plumb_42_".length + 4));
});
