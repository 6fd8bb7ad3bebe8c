import {
  changePathClasses,
  listResolvedCauses,
  previewPathClasses,
  readPathClasses,
  readResolutionQuality,
} from "@plumb/contract/failures/resolutions.ts";
import {
  autoClassify,
  listFailureFilters,
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
  readFailureGroup,
} from "@plumb/contract/failures/failures.ts";
import {
  mergeGroups,
  pinGroup,
  readEvidence,
  readLastPass,
  readSuggestedFixes,
  readVerdictQuality,
  reclassify,
  reclassifyMany,
  splitGroup,
  undoDecision,
} from "@plumb/contract/failures/decisions.ts";
import { deepAnalyze, readDeepAnalysis } from "@plumb/contract/failures/deep-analysis.ts";
import { listDuplicates, separateGroups } from "@plumb/contract/failures/duplicates.ts";
import { leaveOutIncident, listIncidents } from "@plumb/contract/failures/incidents.ts";
import { maxQuarantined, quarantineFailures, releaseFailures } from "@plumb/contract/failures/quarantine.ts";
import { listRunStories, readFailureStory, readGroupStory } from "@plumb/contract/failures/story.ts";
import { readFailureSuspects, readGroupSuspects } from "@plumb/contract/failures/suspects.ts";
import { exportAllLabels, exportLabels } from "@plumb/contract/failures/labels.ts";
import {
  createRule,
  deleteRule,
  listRules,
  previewRule,
  reorderRules,
  updateRule,
} from "@plumb/contract/failures/rules.ts";
import { type EndpointAccess, inProjectQuery } from "#testing/endpoint-access.ts";

const pattern = {
  kind: "regex",
  pattern: "it broke",
  ignoreCase: true,
  scope: { suite: null, environment: null, branch: null, test: null },
};

export const access: readonly EndpointAccess[] = [
  { endpoint: readPathClasses, callers: "readers" },
  {
    endpoint: changePathClasses,
    callers: "leads",
    status: 409,
    audit: ["path_classes.changed"],
    sample: { body: { rules: "src/ test", version: 7 } },
  },
  { endpoint: previewPathClasses, callers: "leads", audit: "reads", sample: { body: { rules: "src/ test" } } },
  { endpoint: readResolutionQuality, callers: "readers" },
  { endpoint: listResolvedCauses, callers: "readers" },
  { endpoint: listFailureFilters, callers: "readers" },
  { endpoint: readDefectSummary, callers: "readers" },
  { endpoint: listTestCaseFailures, callers: "readers" },
  { endpoint: listSuiteRunFailures, callers: "readers" },
  { endpoint: listFailureGroups, callers: "readers" },
  { endpoint: readFailureGroup, callers: "readers" },
  { endpoint: autoClassify, callers: "users", audit: "queues" },
  { endpoint: reclassify, callers: "users", audit: "history", sample: { body: { primaryClass: "Unknown" } } },
  {
    endpoint: reclassifyMany,
    callers: "users",
    audit: "history",
    sample: ({ groupId }) => ({ body: { primaryClass: "Unknown", groupIds: [groupId], preview: true } }),
  },
  // 400: allowed, but the end has passed.
  {
    endpoint: quarantineFailures,
    callers: "users",
    status: 400,
    audit: ["quarantine.started"],
    sample: ({ groupId }) => ({
      body: { kind: "mute", reason: "known", groupIds: [groupId], endsAt: "2020-01-01T00:00:00Z" },
    }),
  },
  // 400: allowed, but too many tests.
  {
    endpoint: releaseFailures,
    callers: "users",
    status: 400,
    audit: ["quarantine.ended"],
    sample: { body: { testIds: Array.from({ length: maxQuarantined + 1 }, (_, index) => index + 1) } },
  },
  // 409: no language model is configured.
  { endpoint: deepAnalyze, callers: "users", status: 409, audit: "queues" },
  { endpoint: readDeepAnalysis, callers: "readers" },
  { endpoint: listDuplicates, callers: "readers" },
  // 404: allowed, but the objects do not exist.
  {
    endpoint: separateGroups,
    callers: "users",
    status: 404,
    audit: "history",
    sample: ({ otherId }) => ({ body: { groupIds: [otherId - 1, otherId] } }),
  },
  { endpoint: undoDecision, callers: "users", status: 404, audit: "history" },
  {
    endpoint: mergeGroups,
    callers: "users",
    status: 404,
    audit: "history",
    sample: ({ groupId, otherId }) => ({ body: { groupIds: [groupId, otherId] } }),
  },
  { endpoint: listIncidents, callers: "readers" },
  { endpoint: leaveOutIncident, callers: "users", status: 404, audit: "history", sample: { body: { leftOut: true } } },
  {
    endpoint: splitGroup,
    callers: "users",
    status: 404,
    audit: "history",
    sample: { body: { signatures: ["of another cause"] } },
  },
  { endpoint: pinGroup, callers: "users", audit: "history", sample: { body: { pinned: true } } },
  { endpoint: readGroupStory, callers: "readers" },
  { endpoint: readFailureStory, callers: "readers" },
  { endpoint: listRunStories, callers: "readers", sample: ({ groupId }) => ({ query: { groupIds: String(groupId) } }) },
  { endpoint: readGroupSuspects, callers: "readers" },
  { endpoint: readFailureSuspects, callers: "readers" },
  { endpoint: readEvidence, callers: "readers" },
  { endpoint: readLastPass, callers: "readers" },
  { endpoint: readSuggestedFixes, callers: "readers" },
  { endpoint: exportLabels, callers: "readers", sample: inProjectQuery },
  { endpoint: exportAllLabels, callers: "admins" },
  { endpoint: readVerdictQuality, callers: "readers" },
  { endpoint: listRules, callers: "readers" },
  // 400: allowed, but the expression is invalid.
  {
    endpoint: createRule,
    callers: "leads",
    status: 400,
    audit: ["rule.created"],
    sample: { body: { ...pattern, pattern: "(", name: "Broke", primaryClass: "Unknown", subClass: null } },
  },
  { endpoint: previewRule, callers: "leads", audit: "reads", sample: { body: pattern } },
  // 404: allowed, but the rule does not exist. 409: the order does not contain exactly the existing rules.
  {
    endpoint: updateRule,
    callers: "leads",
    status: 404,
    audit: ["rule.changed"],
    sample: { body: { enabled: false } },
  },
  { endpoint: deleteRule, callers: "leads", status: 404, audit: ["rule.deleted"] },
  {
    endpoint: reorderRules,
    callers: "leads",
    status: 409,
    audit: ["rules.reordered"],
    sample: ({ otherId }) => ({ body: { ruleIds: [otherId] } }),
  },
];
