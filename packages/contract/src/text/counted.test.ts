import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test("counts have their plural and separators", () => {
  expect([counted(0, "test"), counted(1, "test"), counted(1234, "test")]).toEqual(["0 tests", "1 test", "1,234 tests"]);
  expect([counted(1, "retry", "retries"), counted(2, "retry", "retries")]).toEqual(["1 retry", "2 retries"]);
});
