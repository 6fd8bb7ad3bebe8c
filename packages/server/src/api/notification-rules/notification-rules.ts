import {
  createNotificationRule,
  deleteNotificationRule,
  listNotificationRules,
  maxNotificationRules,
  type NotificationRule,
  previewNotificationRule,
  updateNotificationRule,
} from "@plumb/contract/integrations/notification-rules.ts";
import type { Settings } from "@plumb/contract/administration/settings.ts";
import { mayManage } from "#api/may-manage.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { currentSettings } from "#core/current-settings.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { previewRule } from "#senders/rules/preview.ts";
import { isSwitchedOff } from "#senders/rules/switched-off.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { bindingById } from "#store/integrations/bindings.ts";
import * as store from "#store/notification-rules/rules.ts";

type Needs = "config" | "db" | "publicUrl";

export function notificationRuleRoutes(api: Api<Needs>): void {
  api.route(listNotificationRules, async ({ context, projectId, caller }) => {
    const settings = await currentSettings(context);
    const isLead = await mayManage(context.db, projectId, caller);
    const rows = await store.rulesOf(context.db, projectId);
    return { data: rows.map((row) => present(isLead ? row : { ...row, channel: shortName(row) }, settings)) };
  });

  api.route(previewNotificationRule, async ({ context, projectId, body: { bindingId, ...rule }, now }) => {
    const { brandName } = await currentSettings(context);
    const binding = bindingId === undefined ? null : await bindingById(context.db, projectId, bindingId);
    const connector = binding?.offer === "channel" ? binding.connectorType : null;
    const channelSettings = binding?.settings ?? {};
    const scope = { projectId, publicUrl: context.publicUrl(), now, connector, channelSettings, brandName };
    return { data: await previewRule(context.db, scope, rule) };
  });

  api.route(createNotificationRule, async (call) => {
    const { context, projectId, body, now } = call;
    const settings = await currentSettings(context);
    const actor = actorOf(call);
    return context.db.transaction().execute(async (transaction) => {
      await refuseOtherBindings(transaction, projectId, body.bindingId);
      const input = { ...body, createdBy: actor.id ?? 0, createdAt: now };
      const row = await store.createRule(transaction, projectId, input, maxNotificationRules);
      if (row === "no-project") throw new ApiError("not_found", "This project is being deleted.");
      if (row === "full")
        throw new ApiError(
          "conflict",
          `A project can have at most ${maxNotificationRules} notification rules. Delete one first.`,
        );
      await recordAudit(transaction, actor, auditEntry("notification_rule.created", row, { events: row.events }));
      return { data: present(row, settings) };
    });
  });

  api.route(updateNotificationRule, async (call) => {
    const { context, projectId, params, body } = call;
    const settings = await currentSettings(context);
    return context.db.transaction().execute(async (transaction) => {
      const before = await store.ruleById(transaction, projectId, params.ruleId);
      if (before === null) throw noRule();
      await refuseOtherBindings(transaction, projectId, body.bindingId);
      const row = await store.updateRule(transaction, { projectId, id: params.ruleId }, body);
      if (row === null) throw noRule();
      const detail = { events: row.events, ...(row.enabled !== before.enabled && { enabled: row.enabled }) };
      await recordAudit(transaction, actorOf(call), auditEntry("notification_rule.changed", row, detail));
      return { data: present(row, settings) };
    });
  });

  api.route(deleteNotificationRule, async (call) => {
    const { context, projectId, params } = call;
    return context.db.transaction().execute(async (transaction) => {
      const row = await store.ruleById(transaction, projectId, params.ruleId);
      if (row === null) throw noRule();
      await store.deleteRule(transaction, projectId, row.id);
      await recordAudit(transaction, actorOf(call), auditEntry("notification_rule.deleted", row, {}));
      return { data: null };
    });
  });
}

function noRule(): ApiError {
  return new ApiError("not_found", "This notification rule does not exist in this project.");
}

async function refuseOtherBindings(db: Db, projectId: number, bindingId: number): Promise<void> {
  const binding = await bindingById(db, projectId, bindingId);
  if (binding === null || binding.offer !== "channel")
    throw refusedFields({ bindingId: "Choose a connection to a channel" });
}

/** Returns the name of a channel without addresses of users and receivers. */
function shortName({ connectorType, channel, channelSettings }: store.RuleRow): string {
  return connectors[connectorType].channel?.shortName?.(channelSettings) ?? channel;
}

function present(row: store.RuleRow, settings: Settings): NotificationRule {
  const { id, bindingId, name, events, conditions, maxPerHour, quiet, enabled, createdAt, lastSentAt } = row;
  const connector = connectors[row.connectorType].name;
  return {
    id,
    bindingId,
    name,
    events: [...events],
    conditions,
    maxPerHour,
    quiet,
    channel: `${connector} · ${row.channel}`,
    enabled,
    problem: isSwitchedOff(row.connectorType, settings)
      ? `Notifications through ${connector} are switched off in the general settings of this server.`
      : row.bindingEnabled
        ? null
        : "Its connection is disabled.",
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
  };
}

function auditEntry(
  action: AuditEntry["action"],
  { id, projectId, name }: store.RuleRow,
  detail: Record<string, unknown>,
): AuditEntry {
  return { action, projectId, targetType: "notification_rule", targetId: id, targetName: name, detail };
}
