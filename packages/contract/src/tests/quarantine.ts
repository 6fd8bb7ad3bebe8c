import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";

/** `quarantine`: failures are excluded from rates and notifications. `mute`: only from notifications. */
export const QuarantineKind = z.enum(["quarantine", "mute"]);
export type QuarantineKind = z.infer<typeof QuarantineKind>;

/** Current quarantine or mute of a test. */
export const OpenQuarantine = z.object({
  id: Id,
  kind: QuarantineKind,
  reason: z.string(),
  /** Responsible. */
  owner: z.string().nullable(),
  /** User who created it; `null` if the account was deleted. */
  by: z.string().nullable(),
  startsAt: Timestamp,
  /** End date; `null` if there is none. */
  endsAt: Timestamp.nullable(),
  /** Number of consecutive runs passed on the first attempt after which it ends; `null` if it does not end this way. */
  releaseAfter: z.number().int().positive().nullable(),
  /** Current number of such consecutive runs. */
  cleanRuns: z.number().int().min(0),
});
export type OpenQuarantine = z.infer<typeof OpenQuarantine>;

export const QuarantineRow = OpenQuarantine.extend({
  testId: Id,
  releasedAt: Timestamp.nullable(),
  releasedBy: z.string().nullable(),
  releasedWhy: z.enum(["person", "clean_runs", "expired"]).nullable(),
});
export type QuarantineRow = z.infer<typeof QuarantineRow>;

/** A quarantined or muted test, with the fields that reporters and gates need to recognise it. */
export const QuarantinedTest = z.object({
  testId: Id,
  /** Key that identifies the test in reports. */
  key: z.guid(),
  file: z.string().nullable(),
  titlePath: z.array(z.string()),
  variant: z.string(),
  kind: QuarantineKind,
  reason: z.string(),
  owner: z.string().nullable(),
  endsAt: Timestamp.nullable(),
});
export type QuarantinedTest = z.infer<typeof QuarantinedTest>;

/** Maximum duration of a quarantine, so that quarantined tests are not forgotten. */
export const longestQuarantineDays = 366;

export const quarantineTexts = {
  reason: "Enter a reason",
  past: "The end date must be in the future",
  long: `A quarantine ends after ${longestQuarantineDays} days at the latest`,
};

/** Kind, reason and end of a quarantine. */
export const QuarantineDraft = z.object({
  kind: QuarantineKind,
  reason: z.string().trim().min(1, quarantineTexts.reason).max(1000),
  owner: z.string().trim().max(200).nullable().default(null),
  endsAt: Timestamp.nullable().default(null),
  releaseAfter: z.number().int().min(1).max(1000).nullable().default(null),
});
export type QuarantineDraft = z.infer<typeof QuarantineDraft>;

const ofTest = z.object({ projectId: Id, testId: Id });

export const listQuarantined = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/quarantine",
  summary:
    "List tests in quarantine and muted tests, for reporters and gates. If the request fails, treat all tests as not in quarantine",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  response: success(z.array(QuarantinedTest), { asOf: Timestamp }),
});

export const quarantineTest = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/tests/:testId/quarantine",
  summary: "Quarantine or mute a test, or change reason and end date",
  allow: "project:triage",
  params: ofTest,
  body: QuarantineDraft,
  response: success(OpenQuarantine),
});

export const releaseTest = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/tests/:testId/quarantine",
  summary: "End the quarantine or mute of a test",
  allow: "project:triage",
  params: ofTest,
  response: success(QuarantineRow),
});
