import { expect, test } from "vitest";
import { imageAddress } from "./image-address.ts";

test.for([
  ["/api/avatars/7?v=2", "https://plumb.test/api/avatars/7?v=2", "a relative address is on our host"],
  ["avatars/7", "https://plumb.test/avatars/7", "without a leading slash as well"],
  ["https://cdn.test/7.webp", "https://cdn.test/7.webp", "a whole address stays"],
  ["javascript:alert(1)", null, "not a picture"],
  ["", null, "none"],
  [null, null, "none"],
] as const)("%j is fetched from %s: %s", ([url, expected]) => {
  expect(imageAddress(url, "https://plumb.test")).toBe(expected);
});
