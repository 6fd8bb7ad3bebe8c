import type { Endpoint } from "#endpoint.ts";
import { changeFlakinessRule, previewFlakinessRule, readFlakinessRule } from "./flakiness-rule.ts";
import { listQuarantined, quarantineTest, releaseTest } from "./quarantine.ts";
import { listTestDays, listTestExecutions, mergeTest, readTest } from "./test-page.ts";
import { listFlakyTests, listTests } from "./tests.ts";

/** All about single tests. */
export const testEndpoints: readonly Endpoint[] = [
  listTests,
  listFlakyTests,
  readTest,
  listTestDays,
  listTestExecutions,
  mergeTest,
  listQuarantined,
  quarantineTest,
  releaseTest,
  readFlakinessRule,
  changeFlakinessRule,
  previewFlakinessRule,
];
