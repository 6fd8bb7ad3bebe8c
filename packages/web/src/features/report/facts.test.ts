import { expect, test } from "vitest";
import { sampleReport } from "#lib/sample-report.ts";
import { startedAtUpload } from "./facts.ts";

test("a report that names no start began when it was uploaded", () => {
  expect(startedAtUpload({ ...sampleReport(), metadata: { startedFrom: "upload" } })).toBe(true);
  expect(startedAtUpload(sampleReport())).toBe(false);
});
