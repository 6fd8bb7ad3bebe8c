import type { AuditAction, AuditEvent } from "@plumb/contract/administration/audit.ts";
import { fieldWord } from "@plumb/contract/field-errors.ts";
import { type ItemStatus, statusLabels } from "@plumb/contract/items/item-labels.ts";
import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import { projectRoleLabels, systemRoleLabels } from "#lib/session/role-labels.ts";

/** Labels of actions in the list and its filter. A test ensures that all actions in the contract have one. */
const labels: Readonly<Record<string, string>> = {
  "project.created": "Project created",
  "project.imported": "Project imported",
  "project.changed": "Project changed",
  "project.deleted": "Project deleted",
  "example.created": "Example data created",
  "example.deleted": "Example data removed",
  "member.added": "Member added",
  "member.changed": "Member's role changed",
  "member.removed": "Member removed",
  "api_key.created": "API key created",
  "api_key.revoked": "API key revoked",
  "user.created": "Account created",
  "user.changed": "Account changed",
  "user.signed_in": "Signed in",
  "user.sign_in_failed": "Sign-in failed",
  "user.locked_out": "Sign-in blocked after too many attempts",
  "password.changed": "Password changed",
  "password.change_failed": "Password change rejected",
  "session.ended": "Signed out",
  "call.refused": "Access denied",
  "identity.linked": "Single sign-on linked",
  "invitation.created": "Invitation sent",
  "invitation.resent": "Invitation resent",
  "invitation.revoked": "Invitation revoked",
  "invitation.accepted": "Invitation accepted",
  "settings.changed": "Settings changed",
  "language_model.changed": "Language model configured",
  "language_model.tested": "Language model tested",
  "connector.changed": "Connector configured",
  "connector.enabled": "Connector enabled",
  "connector.disabled": "Connector disabled",
  "connector.removed": "Connector removed",
  "connector.tested": "Connector tested",
  "binding.created": "Connection added",
  "binding.changed": "Connection changed",
  "binding.deleted": "Connection deleted",
  "binding.tested": "Connection tested",
  "notification_rule.created": "Notification rule added",
  "notification_rule.changed": "Notification rule changed",
  "notification_rule.deleted": "Notification rule deleted",
  "webhook.created": "Webhook added",
  "webhook.changed": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.tested": "Webhook tested",
  "ticket.created": "Ticket created",
  "ticket.linked": "Ticket linked",
  "ticket.unlinked": "Ticket unlinked",
  "deliveries.resent": "Failed deliveries sent again",
  "deliveries.dismissed": "Failed deliveries dismissed",
  "password_reset.requested": "Password reset requested",
  "password_reset.created": "Password reset link created",
  "password_reset.used": "Password reset",
  "retention.confirmed": "Automatic cleanup confirmed",
  "reports.expired": "Old reports deleted",
  "storage_limit.changed": "Storage limit changed",
  "report.kept": "Report kept",
  "report.released": "Report no longer kept",
  "export.created": "Export created",
  "export.downloaded": "Export downloaded",
  "export.deleted": "Export deleted",
  "owner_rules.changed": "Owner rules changed",
  "path_classes.changed": "Path classes changed",
  "test.owner_changed": "Test owner changed",
  "test.joined": "Test merged with another",
  "test.separated": "Merged test separated",
  "flakiness_rule.changed": "Flakiness rule changed",
  "quarantine.started": "Test quarantined or muted",
  "quarantine.ended": "Quarantine removed",
  "backup_schedule.changed": "Schedule of backups changed",
  "backup.requested": "Backup started",
  "job.retried": "Job run again",
  "rule.created": "Rule added",
  "rule.changed": "Rule changed",
  "rule.deleted": "Rule deleted",
  "rules.reordered": "Rules reordered",
  "item.created": "Analysis item created",
  "item.changed": "Analysis item changed",
  "item.commented": "Comment added to the analysis item",
  "share_link.created": "Share link created",
  "share_link.revoked": "Share link revoked",
  "board.shared": "Board shared",
  "board.unshared": "Board no longer shared",
  "board.deleted": "Shared board deleted",
};

export const auditActions = Object.entries(labels).map(([value, label]) => ({ value: value as AuditAction, label }));

/** Returns the label of an action, or the server's name for actions that only a newer server has. */
export function actionLabel(action: string): string {
  return labels[action] ?? action;
}

/** Returns the changed fields as `Description: The shop`, `Retention days: 30`, `Role: User → Lead`. Omits fields without a value. */
export function detailLines(detail: AuditEvent["detail"], path: readonly string[] = []): string[] {
  return Object.entries(detail).flatMap(([field, value]) => {
    if (value === null || value === undefined) return [];
    const own = [...path, field];
    if (typeof value === "object" && !Array.isArray(value)) return detailLines(value as Record<string, unknown>, own);
    return [`${detailWord(own)}: ${valueWord(value, own)}`];
  });
}

function detailWord(path: readonly string[]): string {
  const word = fieldWord(path);
  return path[0] === "notifications" && path.length > 1 ? `${word} notifications` : word;
}

/** Fields with two values, before and after the change. */
const changes: readonly string[] = ["limitBytes", "role", "status", "url"];

function valueWord(value: unknown, path: readonly string[]): string {
  if (Array.isArray(value)) {
    const isChange = value.length === 2 && changes.includes(path.at(-1) ?? "");
    return value.map((each) => valueWord(each, path)).join(isChange ? " → " : ", ");
  }
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "string") return JSON.stringify(value);
  const field = path.at(-1) ?? "";
  if (field === "status") return statusLabels[value as ItemStatus] ?? value;
  return /role$/i.test(field) ? roleWord(value) : value;
}

function roleWord(role: string): string {
  return { ...projectRoleLabels, ...systemRoleLabels }[role as ProjectRole | User["role"]] ?? role;
}
