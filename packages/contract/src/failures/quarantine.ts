import { z } from "zod";
import { bodyBytes, endpoint, Id, success } from "#endpoint.ts";
import { QuarantineDraft } from "#tests/quarantine.ts";
import { MatchingFailures } from "./decisions.ts";
import { FailureWindow } from "./failure-window.ts";

/** Maximum number of tests that a request puts in quarantine or releases. */
export const maxQuarantined = 200;

const path = "/api/analysis/projects/:projectId/quarantine";
const params = z.object({ projectId: Id });

/** The tests with these ids, and the tests of failures and causes. */
const failedTests = {
  testIds: z.array(Id).max(maxQuarantined).default([]),
  /** Ids of results. */
  testCaseIds: z.array(Id).max(500).default([]),
  /** All tests that failed for one of these causes in `window`. */
  groupIds: z.array(Id).max(500).default([]),
  window: FailureWindow.prefault({}),
  /** The tests of all causes or tests of `window` that match. */
  matching: MatchingFailures.pick({ list: true, class: true, groupId: true, state: true }).optional(),
  /** If true, the tests are only counted, and nothing changes. */
  preview: z.boolean().default(false),
};

/** Tests that changed. */
const ChangedTests = z.object({
  testIds: z.array(Id),
  /** Names of the first ten. */
  names: z.array(z.string()),
  /** Number of tests that stay as they are, because they are in quarantine or muted already, or neither. */
  unchanged: z.number().int().min(0),
});
export type ChangedTests = z.infer<typeof ChangedTests>;

export const quarantineFailures = endpoint({
  method: "POST",
  path,
  summary:
    "Quarantine or mute the tests of causes or failures, by id or by filter. Tests that are in quarantine or muted already are not changed",
  allow: "project:triage",
  params,
  body: QuarantineDraft.extend(failedTests),
  bodyBytes: bodyBytes.large,
  response: success(ChangedTests),
});

export const releaseFailures = endpoint({
  method: "POST",
  path: `${path}/release`,
  summary: "End the quarantine or mute of the tests of causes or failures, by id or by filter",
  allow: "project:triage",
  params,
  body: z.object(failedTests),
  bodyBytes: bodyBytes.large,
  response: success(ChangedTests),
});
