import { expect, test } from "vitest";
import { sampleReport } from "#lib/sample-report.ts";
import { startedAtUpload } from "./facts.ts";

test("a report without a start started when it was uploaded", () => {
  expect(startedAtUpload({ ...sampleReport(), metadata: { startedFrom: "upload" } })).toBe(true);
  expect(startedAtUpload(sampleReport())).toBe(false);
});
