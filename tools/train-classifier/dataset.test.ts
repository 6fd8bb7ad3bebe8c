import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";
import { failureSignature } from "@plumb/analysis/grouping/failure-signature.ts";
import { labelledFailures } from "./labelled-failures.ts";

const file = `${process.env["PLUMB_TEST_DATA"] ?? ""}/dataset/dev/failures.jsonl`;

// The labelled failures are not in the repository (PLUMB_TEST_DATA in CONTRIBUTING.md).
test.skipIf(!existsSync(file))("classifies labelled failures as the weights in the repository were trained to", () => {
  const failures = labelledFailures(file);
  const analyst = new FailureAnalyst();
  const right = failures.filter((failure) => analyst.analyse(failure).verdict.class === failure.class);
  expect(right.length / failures.length).toBeGreaterThan(0.9);
});

test.skipIf(!existsSync(file))("the signatures of labelled failures equal those of failures analysed alone", () => {
  const analyst = new FailureAnalyst();
  for (const failure of labelledFailures(file)) {
    const alone = failureSignature(failure.message, failure.stack ?? undefined);
    expect(analyst.analyse(failure).signature).toBe(alone);
  }
});
