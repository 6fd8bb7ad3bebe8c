import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { AgentKey } from "#projects/api-keys.ts";

export const AuditAction = z.enum([
  "project.created",
  "project.changed",
  "project.deleted",
  "member.added",
  "member.changed",
  "member.removed",
  "api_key.created",
  "api_key.revoked",
  "user.created",
  "user.changed",
  "user.signed_in",
  "user.sign_in_failed",
  "user.locked_out",
  "password.changed",
  "password.change_failed",
  "session.ended",
  "call.refused",
  "identity.linked",
  "invitation.created",
  "invitation.resent",
  "invitation.revoked",
  "invitation.accepted",
  "settings.changed",
  "language_model.changed",
  "language_model.tested",
  "connector.changed",
  "connector.tested",
  "connector.enabled",
  "connector.disabled",
  "connector.removed",
  "binding.created",
  "binding.changed",
  "binding.deleted",
  "binding.tested",
  "notification_rule.created",
  "notification_rule.changed",
  "notification_rule.deleted",
  "webhook.created",
  "webhook.changed",
  "webhook.deleted",
  "webhook.tested",
  "password_reset.requested",
  "password_reset.created",
  "password_reset.used",
  "retention.confirmed",
  "reports.expired",
  "storage_limit.changed",
  "report.kept",
  "report.released",
  "export.created",
  "export.downloaded",
  "export.deleted",
  "owner_rules.changed",
  "path_classes.changed",
  "test.owner_changed",
  "test.joined",
  "test.separated",
  "flakiness_rule.changed",
  "quarantine.started",
  "quarantine.ended",
  "job.retried",
  "rule.created",
  "rule.changed",
  "rule.deleted",
  "rules.reordered",
  "item.created",
  "item.changed",
  "item.commented",
]);
export type AuditAction = z.infer<typeof AuditAction>;

/**
 * An entry of the audit log: a change to administration, access or project policy. Names of people and projects are those at the time of the change.
 */
export const AuditEvent = z.object({
  id: Id,
  at: Timestamp,
  /** `null` for people without an account and for changes made by Plumb. */
  actorId: Id.nullable(),
  actorEmail: z.string(),
  /** The agent that acted for the actor. `null` if the actor did it. */
  agent: AgentKey.nullable(),
  /** IP address that the request came from. */
  address: z.string(),
  action: AuditAction,
  projectId: Id.nullable(),
  targetType: z.enum([
    "project",
    "user",
    "api_key",
    "invitation",
    "settings",
    "connector",
    "binding",
    "notification_rule",
    "webhook",
    "job",
    "rule",
    "report",
    "test",
    "item",
    "call",
  ]),
  targetId: Id.nullable(),
  targetName: z.string(),
  /** Changes by field. Never contains a secret. `times` counts repeats that share this event. */
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const listAuditEvents = endpoint({
  method: "GET",
  path: "/api/audit",
  summary: "List administrative events, newest first",
  allow: "admin",
  query: z.object({
    projectId: Id.optional(),
    action: AuditAction.optional(),
    /** Email address of the actor, case-insensitive. */
    actor: z.string().max(320).optional(),
    /** Lower bound, inclusive. */
    from: Timestamp.optional(),
    /** Upper bound, exclusive. */
    until: Timestamp.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(AuditEvent), { nextCursor: Id.nullable() }),
});
