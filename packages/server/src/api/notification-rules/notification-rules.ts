import {
  createNotificationRule,
  deleteNotificationRule,
  listNotificationRules,
  maxNotificationRules,
  type NotificationRule,
  previewNotificationRule,
  type RuleProblem,
  updateNotificationRule,
} from "@plumb/contract/integrations/notification-rules.ts";
import type { Settings } from "@plumb/contract/administration/settings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { mayManage } from "#api/may-manage.ts";
import { accountProblem } from "#connectors/bindings/open-connection.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { currentSettings } from "#core/current-settings.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { previewRule } from "#senders/rules/preview.ts";
import { isSwitchedOff, isSwitchedOffByAdmin } from "#senders/rules/switched-off.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { bindingById, type BindingRow } from "#store/integrations/bindings.ts";
import { connectorById } from "#store/integrations/connectors.ts";
import * as store from "#store/notification-rules/rules.ts";

type Needs = "config" | "db" | "publicUrl";

export function notificationRuleRoutes(api: Api<Needs>): void {
  api.route(listNotificationRules, async ({ context, projectId, caller }) => {
    const settings = await currentSettings(context);
    const isLead = await mayManage(context.db, projectId, caller);
    const rows = await store.rulesOf(context.db, projectId);
    return { data: rows.map((row) => present(isLead ? row : { ...row, channel: shortName(row) }, settings)) };
  });

  api.route(previewNotificationRule, async ({ context, projectId, body, now }) => {
    const { bindingId, connector: intended, ...rule } = body;
    const settings = await currentSettings(context);
    const found = bindingId === undefined ? null : await bindingById(context.db, projectId, bindingId);
    const binding = found?.offer === "channel" ? found : null;
    const connector = binding?.connectorType ?? intended ?? null;
    const channelSettings = binding?.settings ?? {};
    const scope = {
      projectId,
      publicUrl: context.publicUrl(),
      now,
      connector,
      channelSettings,
      brandName: settings.brandName,
    };
    const preview = await previewRule(context.db, scope, rule);
    return { data: { ...preview, problem: await problemOf(context.db, { connector, binding }, settings) } };
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

/** Returns why a rule with this channel would send nothing; `null` if it would. */
async function problemOf(
  db: Db,
  { connector, binding }: { readonly connector: ConnectorId | null; readonly binding: BindingRow | null },
  settings: Settings,
): Promise<RuleProblem | null> {
  if (connector === null) return null;
  // The first connection to a channel switches it on.
  const isOff = binding === null ? await isSwitchedOffByAdmin(db, connector) : isSwitchedOff(connector, settings);
  if (isOff) return { text: switchedOffText(connectors[connector].name), tab: "general" };
  if (binding === null) return null;
  const { connectorId, projectId } = binding;
  const account = connectorId === null ? null : await connectorById(db, projectId, connectorId);
  const text =
    binding.disabledReason ??
    (binding.enabled ? accountProblem(binding, account) : `The connection ${binding.name} is disabled.`);
  return text === null ? null : { text, tab: "connections" };
}

function switchedOffText(connector: string): string {
  return `Notifications through ${connector} are switched off in the general settings of this server.`;
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
      ? switchedOffText(connector)
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
