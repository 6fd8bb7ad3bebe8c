import { expect, test } from "vitest";
import { nearest } from "#nearest.ts";

test("the nearest word is found for a slip, not for another word", () => {
  expect(nearest("comit", ["branch", "commit"])).toBe("commit");
  expect(nearest("zebra", ["branch", "commit"])).toBeUndefined();
});
