import type { AuditAction, AuditEvent } from "@plumb/contract/administration/audit.ts";

/** What was done, as the list and its filter call it: words for every act of the contract, as the test sees to. */
const words: Readonly<Record<string, string>> = {
  "project.created": "Project created",
  "project.changed": "Project changed",
  "project.deleted": "Project deleted",
  "member.added": "Member added",
  "member.changed": "Member's role changed",
  "member.removed": "Member removed",
  "api_key.created": "API key created",
  "api_key.revoked": "API key revoked",
  "user.created": "Account created",
  "user.changed": "Account changed",
  "user.signed_in": "Signed in with single sign-on",
  "identity.linked": "Single sign-on linked",
  "invitation.created": "Invitation sent",
  "invitation.resent": "Invitation resent",
  "invitation.revoked": "Invitation revoked",
  "invitation.accepted": "Invitation accepted",
  "settings.changed": "Settings changed",
  "connector.changed": "Connector configured",
  "connector.enabled": "Connector enabled",
  "connector.disabled": "Connector disabled",
  "connector.removed": "Connector removed",
  "connector.tested": "Connector tested",
  "webhook.created": "Webhook added",
  "webhook.changed": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.tested": "Webhook tested",
  "password_reset.requested": "Password reset requested",
  "password_reset.created": "Password reset link made",
  "password_reset.used": "Password reset",
  "retention.confirmed": "Automatic cleanup confirmed",
  "reports.expired": "Old reports deleted",
};

export const auditActions = Object.entries(words).map(([value, label]) => ({ value: value as AuditAction, label }));

/** A newer server may know acts that this page does not: they are shown as it names them. */
export function actionWords(action: string): string {
  return words[action] ?? action;
}

/** What changed, by field: `description: The shop`, `settings.retentionDays: 30`. Fields without a value are left out. */
export function detailLines(detail: AuditEvent["detail"], prefix = ""): string[] {
  return Object.entries(detail).flatMap(([field, value]) => {
    if (value === null || value === undefined) return [];
    if (typeof value === "object" && !Array.isArray(value))
      return detailLines(value as Record<string, unknown>, `${prefix}${field}.`);
    return [`${prefix}${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`];
  });
}
