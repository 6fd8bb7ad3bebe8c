import type { Endpoint } from "#endpoint.ts";
import { searchProject } from "#projects/search.ts";
import { changeFlakinessRule, previewFlakinessRule, readFlakinessRule } from "./flakiness-rule.ts";
import { changeOwnerRules, listOwners, previewOwnerRules, readOwnerRules, setTestOwner } from "./owners.ts";
import { listQuarantined, quarantineTest, releaseTest } from "./quarantine.ts";
import { listTestDays, listTestExecutions, mergeTest, readTest } from "./test-page.ts";
import { listFlakyTests, listTests } from "./tests.ts";

/** Endpoints for tests and for the search of a project. */
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
  readOwnerRules,
  changeOwnerRules,
  previewOwnerRules,
  listOwners,
  setTestOwner,
  searchProject,
];
