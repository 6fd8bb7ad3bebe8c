import { listFlakyTests, listTests } from "@plumb/contract/tests/tests.ts";
import { readTestGrid } from "@plumb/contract/tests/test-grid.ts";
import { listTestDays, listTestExecutions, mergeTest, readTest } from "@plumb/contract/tests/test-page.ts";
import { listQuarantined, quarantineTest, releaseTest } from "@plumb/contract/tests/quarantine.ts";
import { changeFlakinessRule, previewFlakinessRule, readFlakinessRule } from "@plumb/contract/tests/flakiness-rule.ts";
import {
  changeOwnerRules,
  listOwners,
  previewOwnerRules,
  readOwnerRules,
  setTestOwner,
} from "@plumb/contract/tests/owners.ts";
import { type EndpointAccess, inProjectQuery } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listTests, callers: "readers" },
  { endpoint: readTestGrid, callers: "readers" },
  { endpoint: listFlakyTests, callers: "readers", sample: inProjectQuery },
  // 404: the project has no such test.
  { endpoint: readTest, callers: "readers", status: 404 },
  { endpoint: listTestDays, callers: "readers" },
  { endpoint: listTestExecutions, callers: "readers" },
  // 404: allowed, but the tests do not exist.
  {
    endpoint: mergeTest,
    callers: "users",
    status: 404,
    audit: ["test.joined", "test.separated"],
    sample: ({ otherId }) => ({ body: { testId: otherId + 1 } }),
  },
  { endpoint: listQuarantined, callers: "readers" },
  {
    endpoint: quarantineTest,
    callers: "users",
    status: 404,
    audit: ["quarantine.started"],
    sample: { body: { kind: "quarantine", reason: "known" } },
  },
  { endpoint: releaseTest, callers: "users", status: 404, audit: ["quarantine.ended"] },
  { endpoint: readFlakinessRule, callers: "readers" },
  {
    endpoint: changeFlakinessRule,
    callers: "leads",
    audit: ["flakiness_rule.changed"],
    sample: { body: { rule: null } },
  },
  // 400: allowed, but the rule is missing.
  { endpoint: previewFlakinessRule, callers: "leads", status: 400, audit: "reads", sample: { body: {} } },
  { endpoint: readOwnerRules, callers: "readers" },
  // 409: allowed, but based on an older version.
  {
    endpoint: changeOwnerRules,
    callers: "leads",
    status: 409,
    audit: ["owner_rules.changed"],
    sample: { body: { rules: "* @me", version: 7 } },
  },
  { endpoint: previewOwnerRules, callers: "leads", audit: "reads", sample: { body: { rules: "* @me" } } },
  { endpoint: listOwners, callers: "readers" },
  {
    endpoint: setTestOwner,
    callers: "users",
    status: 404,
    audit: ["test.owner_changed"],
    sample: { body: { owner: "ana" } },
  },
];
