import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";

const Count = z.number().int().min(0);
export const ownerRulesLength = 50_000;

/** Rules that assign tests to owners, in the syntax of a CODEOWNERS file. */
export const OwnerRules = z.object({
  rules: z.string(),
  /** Incremented with each change. */
  version: Count,
  changedBy: z.string().nullable(),
  changedAt: Timestamp.nullable(),
  problems: z.array(z.object({ line: z.number().int().positive(), reason: z.string() })),
});
export type OwnerRules = z.infer<typeof OwnerRules>;

/** Effect of rules on existing tests. */
export const OwnerPreview = z.object({
  problems: OwnerRules.shape.problems,
  /** Number of tests by owner, most tests first, at most 50 owners. */
  owners: z.array(z.object({ owner: z.string(), tests: Count })),
  /** Number of tests without an owner, and three of their files. */
  unowned: Count,
  unownedFiles: z.array(z.string()),
  /** Number of searched files, and of all files. If reports contain no files, suites are searched. The search stops after three seconds. */
  looked: Count,
  places: Count,
});
export type OwnerPreview = z.infer<typeof OwnerPreview>;

const params = z.object({ projectId: Id });
const path = "/api/projects/:projectId/owner-rules";
const body = z.object({
  rules: z.string().max(ownerRulesLength, `The rules can have at most ${ownerRulesLength} characters`),
});

export const readOwnerRules = endpoint({
  method: "GET",
  path,
  summary: "Read the owner rules of a project",
  allow: "project:read",
  params,
  response: success(OwnerRules),
});

export const changeOwnerRules = endpoint({
  method: "PUT",
  path,
  summary: "Change the owner rules; all tests are reassigned",
  allow: "project:manage",
  params,
  /** `version`: the version that the change is based on. */
  body: body.extend({ version: Count }),
  bodyBytes: 512 * 1024,
  response: success(OwnerRules),
});

export const previewOwnerRules = endpoint({
  method: "POST",
  path: `${path}/preview`,
  summary: "Preview other owner rules; nothing is stored",
  allow: "project:manage",
  params,
  body,
  bodyBytes: 512 * 1024,
  response: success(OwnerPreview),
});

export const listOwners = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/owners",
  summary: "List owners with their number of tests, most tests first",
  allow: "project:read",
  params,
  response: success(z.array(z.object({ owner: z.string(), tests: Count })), { unowned: Count }),
});

export const setTestOwner = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/tests/:testId/owner",
  summary: "Set the owner of a test; null resets it to the rules and reports",
  allow: "project:triage",
  params: z.object({ projectId: Id, testId: Id }),
  body: z.object({ owner: z.string().trim().min(1).max(200).nullable() }),
  response: success(z.object({ owner: z.string().nullable() })),
});
