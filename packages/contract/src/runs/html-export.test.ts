import { expect, test } from "vitest";
import { packRows, unpackRows } from "./html-export.ts";
import type { ResultRow } from "./results.ts";

const row: ResultRow = {
  id: 1,
  testId: 2,
  file: "cart.spec.ts",
  titlePath: ["cart", "pays", "by card"],
  variant: "chromium",
  occurrence: 1,
  status: "failed",
  flaky: false,
  retries: 1,
  duration: 12.5,
  browser: "chromium",
  author: null,
  errorLine: "Error: broke",
  failureSignature: "0123456789abcdef",
};

test("rows round-trip through packing, and shared values are stored once", () => {
  const bare: ResultRow = {
    ...row,
    id: 3,
    file: null,
    titlePath: ["12"],
    variant: "",
    status: "passed",
    flaky: true,
    duration: null,
    errorLine: null,
    failureSignature: null,
  };
  const packed = packRows([row, { ...row, id: 2 }, bare], new Map([[2, "new"]]));
  expect(unpackRows(packed)).toEqual([
    { ...row, state: null },
    { ...row, id: 2, state: "new" },
    { ...bare, state: null },
  ]);
  expect(JSON.stringify(packed).match(/cart\.spec\.ts/g)).toHaveLength(1);
});
