import { expect, test } from "vitest";
import { sampleReport } from "#lib/sample-report.ts";
import { runMetadata, startedAtUpload } from "./facts.ts";

test("metadata is named as people write it, and repeats nothing of the head", () => {
  const report = {
    ...sampleReport(),
    branch: "main",
    commit: "a91f3c2",
    metadata: { branch: "main", commit: "other", commitAuthor: "Ada", product: "Shop", startedFrom: "upload" },
  };
  expect(runMetadata(report)).toEqual([
    ["Commit", "other"],
    ["Commit author", "Ada"],
    ["product", "Shop"],
  ]);
  expect(startedAtUpload(report)).toBe(true);
  expect(startedAtUpload(sampleReport())).toBe(false);
});
