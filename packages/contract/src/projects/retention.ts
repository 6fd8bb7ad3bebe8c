import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { Report } from "#runs/reports.ts";

/** Retention of a project. */
export const Retention = z.object({
  retentionDays: z.number().int().positive(),
  autoCleanup: z.boolean(),
  /**
   * Time from which reports are deleted; `null` if the leads have not been notified yet. In a project that was created before automatic cleanup
   * existed, reports are deleted only after a lead has confirmed it or seven days after the leads were notified.
   */
  startsAt: Timestamp.nullable(),
  /** Result of the next cleanup. `bytes`: size of artifacts and details, including artifacts that are kept because other reports share them. */
  next: z.object({ reports: z.number().int().nonnegative(), bytes: z.number().int().nonnegative() }),
  /** Number of old reports that are excluded from automatic cleanup. */
  kept: z.number().int().nonnegative(),
  /** The oldest report that is not deleted; `null` if all are deleted. */
  oldestKept: z.object({ id: Id, number: z.number().int().positive(), startTime: Timestamp }).nullable(),
});
export type Retention = z.infer<typeof Retention>;

const params = z.object({ projectId: Id });

export const readRetention = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/retention",
  summary: "Preview what the next automatic cleanup would delete and keep",
  allow: "project:manage",
  params,
  query: z.object({
    /** Computes the response as if the project kept its reports for this many days. */
    retentionDays: z.coerce.number().int().min(1).max(365).optional(),
  }),
  response: success(Retention),
});

export const confirmRetention = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/retention/confirm",
  summary: "Start automatic cleanup after a lead has checked the preview",
  allow: "project:manage",
  params,
  response: success(Retention),
});

export const keepReport = endpoint({
  method: "PUT",
  path: "/api/reports/:reportId/keep",
  summary: "Exclude a report from automatic cleanup, or include it again",
  allow: "project:triage",
  params: z.object({ reportId: Id }),
  body: z.object({ keep: z.boolean() }),
  response: success(Report),
});
