import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";
import { failureSignature } from "@plumb/analysis/grouping/failure-signature.ts";
import { labelledFailures } from "./labelled-failures.ts";

const file = fileURLToPath(new URL("../../../shared/dataset/dev/failures.jsonl", import.meta.url));

// The labelled failures are stored next to the repository. Without them the test is skipped with a message.
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
