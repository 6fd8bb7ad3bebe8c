import { expect, test } from "vitest";
import { packResults, unpackResults } from "#ingest/record/packed-results.ts";
import type { NewResult } from "#store/ingest/batch.ts";

const plain: NewResult = {
  key: "0b7a1f6e-0000-4000-8000-000000000001",
  file: "cart.spec.ts",
  titlePath: ["cart", "adds"],
  variant: "chromium",
  tags: [],
  status: "passed",
  firstStatus: "passed",
  flaky: false,
  retries: 0,
  worker: 3,
  durationMs: 12.5,
  startedAt: 1_790_000_000_000,
  attempts: [[1_790_000_000_000, 12.5, 3, "passed"]],
  browser: "chromium",
  author: null,
  annotations: [],
  errorLine: null,
  failureSignature: null,
  detailed: false,
};

test("results arrive as they were sent", () => {
  const results: NewResult[] = [
    plain,
    { ...plain, file: null, titlePath: ["alone"], worker: null, durationMs: null, startedAt: null, attempts: [] },
    {
      ...plain,
      titlePath: [],
      worker: -1,
      durationMs: 0,
      startedAt: 0,
      attempts: [[0, 0, -1, "passed"]],
      occurrence: 0,
    },
    {
      ...plain,
      titlePath: Array.from({ length: 100 }, (_, n) => `level ${n}`),
      tags: ["smoke", ""],
      flaky: true,
      firstStatus: "failed",
      retries: 1,
      attempts: [
        [1, 2, null, "failed"],
        [null, null, 0, "passed"],
      ],
      author: "Ada",
      annotations: ["issue", "issue=SHOP-1"],
      errorLine: "boom",
      failureSignature: "f".repeat(32),
      detailed: true,
      occurrence: 2,
    },
    // Its only attempt says something else than it does.
    { ...plain, status: "failed", firstStatus: "error", attempts: [[1, 12.5, 3, "error"]] },
    { ...plain, status: "running" },
    { ...plain, status: "announced", firstStatus: "skipped" },
  ];
  expect(unpackResults(structuredClone(packResults(results)))).toEqual(results);
  expect(unpackResults(packResults([]))).toEqual([]);
});
