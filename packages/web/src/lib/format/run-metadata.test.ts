import { expect, test } from "vitest";
import { sampleReport } from "#lib/sample-report.ts";
import { runMetadata } from "./run-metadata.ts";

test("metadata has readable names, and does not repeat the header", () => {
  const metadata = { branch: "main", commit: "other", commitAuthor: "Ada", product: "Shop", startedFrom: "upload" };
  expect(runMetadata({ ...sampleReport(), branch: "main", commit: "a91f3c2", metadata })).toEqual([
    ["Commit", "other"],
    ["Commit author", "Ada"],
    ["Product", "Shop"],
  ]);
});
