import { z } from "zod";
import { bodyBytes, endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { Report } from "#runs/reports.ts";
import { WeekFilter } from "#trends/week.ts";

const values = z.array(z.string().min(1).max(300)).max(100).optional();

/** Target of a share link. `week` has the filters of the Week page. */
export const ShareTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("report"), reportId: Id }),
  /** A result in a report. */
  z.object({ kind: z.literal("failure"), reportId: Id, resultId: Id }),
  /** Two reports, the older one first. */
  z.object({ kind: z.literal("comparison"), baseId: Id, headId: Id }),
  z.object({
    kind: z.literal("week"),
    week: WeekFilter.shape.week.unwrap(),
    timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone"),
    suite: values,
    owner: values,
  }),
]);
export type ShareTarget = z.infer<typeof ShareTarget>;
export type ShareKind = ShareTarget["kind"];

/** Maximum number of links of a project that work at the same time. */
export const maxShareLinks = 200;
/** Links that have ended stay in the list, up to this number per project. */
export const maxEndedShareLinks = 100;
/** Maximum lifetime of a link. */
export const maxShareDays = 366;

/**
 * `active`: the link works. `expired`, `revoked`: it has ended. `removed`: a report of it was deleted. `orphaned`: its creator left the project
 * or became a viewer.
 */
export const ShareLinkState = z.enum(["active", "expired", "revoked", "removed", "orphaned"]);
export type ShareLinkState = z.infer<typeof ShareLinkState>;

export const ShareLink = z.object({
  id: Id,
  target: ShareTarget,
  /** Name of the target when the link was created, such as `#12 of Checkout`. */
  title: z.string(),
  state: ShareLinkState,
  /** `null` if the account was deleted. */
  createdBy: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
  /** Rounded to the minute. */
  lastUsedAt: Timestamp.nullable(),
  /** How often its page was opened. */
  uses: z.number().int(),
});
export type ShareLink = z.infer<typeof ShareLink>;

const params = z.object({ projectId: Id });

export const listShareLinks = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/share-links",
  summary: "List the share links of a project, newest first, without their tokens",
  allow: "project:triage",
  params,
  response: success(z.array(ShareLink)),
});

export const createShareLink = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/share-links",
  summary:
    "Create a link by which people without an account read a report, failure, comparison or week; its address is returned only here",
  allow: "project:triage",
  params,
  body: z.object({
    target: ShareTarget,
    /** In the future, and at most 366 days away. */
    expiresAt: Timestamp,
  }),
  bodyBytes: bodyBytes.large,
  response: success(z.object({ id: Id, url: z.string(), expiresAt: Timestamp })),
});

export const revokeShareLink = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/share-links/:linkId",
  summary: "Revoke a share link",
  allow: "project:triage",
  params: z.object({ projectId: Id, linkId: Id }),
  response: success(z.null()),
});

/** Content of the page of a share link around its target. */
export const SharedView = z.object({
  target: ShareTarget,
  title: z.string(),
  projectId: Id,
  projectName: z.string(),
  /** Name of the creator; `null` if the account has none. */
  sharedBy: z.string().nullable(),
  expiresAt: Timestamp,
  /** Run of a failure; `null` for other targets. */
  run: Report.pick({
    testSuite: true,
    number: true,
    environment: true,
    branch: true,
    commit: true,
    build: true,
    startTime: true,
    metadata: true,
  }).nullable(),
});
export type SharedView = z.infer<typeof SharedView>;

export const readSharedView = endpoint({
  method: "GET",
  path: "/api/shared",
  summary: "Read the target of a share link",
  allow: "share",
  response: success(SharedView),
});
