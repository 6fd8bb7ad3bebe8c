import { expect, test } from "vitest";
import { isWebAddress } from "./web-address.ts";

test.for([
  ["https://tracker.example/SHOP-1", true, "a web page"],
  ["HTTP://ci.example", true, "in any case"],
  ["javascript:alert(1)", false, "a script"],
  ["data:text/html,x", false, "a document of its own"],
  ["see https://tracker.example", false, "words around it"],
  ["//evil.example", false, "no scheme"],
  [null, false, "nothing"],
] as const)("%j is a link: %s (%s)", ([text, expected]) => {
  expect(isWebAddress(text)).toBe(expected);
});
