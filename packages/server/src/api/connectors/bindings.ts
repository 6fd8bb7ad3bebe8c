import { isDeepStrictEqual } from "node:util";
import {
  type Binding,
  type BindingChange,
  createBinding,
  deleteBinding,
  listBindings,
  maxBindings,
  testBinding,
  updateBinding,
} from "@plumb/contract/integrations/bindings.ts";
import { trackerWebhookPath } from "@plumb/contract/integrations/tickets.ts";
import { countOutgoing } from "#api/outgoing-limit.ts";
import { offerOf } from "#connectors/bindings/offers-of.ts";
import {
  accountProblem,
  bindingPurpose,
  openConnection,
  otherAccountProblem,
} from "#connectors/bindings/open-connection.ts";
import { scheduleNext } from "#outbox/queue.ts";
import { addressesOf } from "#connectors/mail/channel.ts";
import { readValues } from "#connectors/read-values.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { isEnabled, openSecrets } from "#connectors/bindings/setup.ts";
import { connectorOfOwner } from "./settings.ts";
import { ApiError, refuseAny, refusedFields } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { currentSettings, defaultsOf } from "#core/current-settings.ts";
import { switchOnUnlessChosen } from "#core/notification-switch.ts";
import { SealError, sealProblem } from "#core/secret-box.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import type { Authorised } from "#http/caller.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import * as store from "#store/integrations/bindings.ts";
import { mailOptOutsAmong } from "#store/integrations/mail-opt-outs.ts";
import { connectorById, type ConnectorRow, connectorRows, ensureConnector } from "#store/integrations/connectors.ts";

type Needs = "clock" | "config" | "db" | "outgoing" | "outgoingLimit" | "publicUrl" | "secretBox";
/** Maximum number of attempts to store settings when concurrent requests change them. */
const maxTries = 5;

type Settings = Pick<store.BindingRow, "connectorType" | "offer" | "projectId">;

export function bindingRoutes(api: Api<Needs>): void {
  api.route(listBindings, async ({ context, projectId }) => {
    const byId = new Map((await connectorRows(context.db, projectId)).map((row) => [row.id, row]));
    const rows = await store.bindingsOf(context.db, projectId);
    const isConfigured = (row: store.BindingRow) =>
      [...byId.values()].some((connector) => connector.type === row.connectorType && isEnabled(connector));
    return {
      data: rows.map((row) => {
        const binding = present(row, byId.get(row.connectorId ?? 0) ?? null, context);
        const isOther = row.connectorId === null && row.disabledReason === null && isConfigured(row);
        return isOther ? { ...binding, problem: otherAccountProblem(row) } : binding;
      }),
    };
  });

  api.route(createBinding, async (call) => {
    const { context, projectId, body, now } = call;
    const scope = { projectId, connectorType: body.connector, offer: body.offer } as const;
    const connector = await connectorOf(context.db, scope, body.owner);
    const values = readSettings(context, scope, body.values, null);
    const draft = { ...scope, connectorId: connector.id, ...values };
    await refuseUnsubscribed(context, draft);
    countOutgoing(call, projectId, "test");
    const message = await tryOut(context, draft);
    const actor = actorOf(call);
    return context.db.transaction().execute(async (transaction) => {
      const input = { ...draft, name: nameOf(draft), createdBy: actor.id ?? 0, createdAt: now };
      const row = await store.createBinding(transaction, input, maxBindings);
      if (row === "no-project") throw new ApiError("not_found", "This project is being deleted.");
      if (row === "full")
        throw new ApiError("conflict", `A project can have at most ${maxBindings} connections. Delete one first.`);
      const isSwitchedOn =
        draft.offer === "channel" &&
        (await switchOnUnlessChosen(transaction, defaultsOf(context), draft.connectorType));
      const detail = { ...withoutPaths(draft), ...(isSwitchedOn && { notificationsSwitchedOn: true }) };
      await recordAudit(transaction, actor, auditEntry("binding.created", row, detail));
      return { data: { binding: present(row, connector, context), message } };
    });
  });

  api.route(updateBinding, async (call) => {
    const { context, projectId, params, body } = call;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await store.bindingById(context.db, projectId, params.bindingId);
      if (before === null) throw noBinding();
      const change = await changeOf(context, before, body);
      if (change !== null) {
        await refuseUnsubscribed(context, { ...before, ...change });
        countOutgoing(call, projectId, "test");
      }
      const message = change === null ? null : await tryOut(context, { ...before, ...change });
      const binding = await saveChange(call, before, change);
      if (binding !== null) return { data: { binding, message } };
    }
    throw new ApiError("conflict", "The connection was changed at the same time. Try again.");
  });

  api.route(deleteBinding, async (call) => {
    const { context, projectId, params } = call;
    return context.db.transaction().execute(async (transaction) => {
      const deleted = await store.deleteBinding(transaction, projectId, params.bindingId);
      if (deleted === null) throw noBinding();
      const { row, undelivered } = deleted;
      const detail = undelivered > 0 ? { undelivered } : {};
      await recordAudit(transaction, actorOf(call), auditEntry("binding.deleted", row, detail));
      return { data: null };
    });
  });

  api.route(testBinding, async (call) => {
    const { context, projectId, params } = call;
    const row = await store.bindingById(context.db, projectId, params.bindingId);
    if (row === null) throw noBinding();
    countOutgoing(call, projectId, "test");
    const result = await tested(context, row);
    await recordAudit(context.db, actorOf(call), auditEntry("binding.tested", row, result));
    return { data: result };
  });
}

type Change = Pick<store.BindingRow, "connectorId" | "secrets" | "settings">;
interface ChangeCall extends Authorised {
  readonly context: Pick<Context, Needs>;
  readonly now: Date;
  readonly request: Parameters<typeof actorOf>[0]["request"];
  readonly body: BindingChange;
}

/** Returns the new settings of a binding; `null` if they are the same. */
async function changeOf(
  context: Pick<Context, Needs>,
  before: store.BindingRow,
  { owner, values: input, cleared }: BindingChange,
): Promise<Change | null> {
  const connector = owner === undefined ? null : await connectorOf(context.db, before, owner);
  const moved = connector !== null && connector.id !== before.connectorId;
  if (input === undefined && cleared === undefined && !moved) return null;
  const values = readSettings(context, before, input ?? {}, before, { cleared, moved });
  const change = { ...values, connectorId: connector?.id ?? before.connectorId };
  return isSame(before, change) ? null : change;
}

/** A secret that was kept has the same encrypted text. */
function isSame(one: Change, other: Change): boolean {
  const parts = ({ connectorId, settings, secrets }: Change) => [connectorId, settings, secrets];
  return isDeepStrictEqual(parts(one), parts(other));
}

/** Stores tested settings. Returns `null` and stores nothing if the settings have changed since they were read. */
async function saveChange(call: ChangeCall, before: store.BindingRow, change: Change | null): Promise<Binding | null> {
  const { context, projectId, body, now } = call;
  return context.db.transaction().execute(async (transaction) => {
    const locked = await store.lockBinding(transaction, projectId, before.id);
    if (locked === null) throw noBinding();
    if (!isSame(locked, before)) return null;
    const after = await store.updateBinding(transaction, locked, {
      ...(change !== null && { ...change, name: nameOf({ ...before, ...change }) }),
      ...(body.enabled !== undefined && { enabled: body.enabled }),
    });
    const detail = {
      ...(change !== null && withoutPaths({ ...before, ...change })),
      ...(after.enabled !== locked.enabled && { enabled: after.enabled }),
    };
    await recordAudit(transaction, actorOf(call), auditEntry("binding.changed", after, detail));
    await scheduleNext(transaction, store.bindingDestination(after), now);
    const used = after.connectorId === null ? null : await connectorById(transaction, projectId, after.connectorId);
    return present(after, used, context);
  });
}

export function noBinding(): ApiError {
  return new ApiError("not_found", "This connection does not exist in this project.");
}

/**
 * Returns the owner's connector. Connectors without an account are created on first use, always for the project.
 *
 * @throws ApiError if the owner has no enabled settings for this connector.
 */
async function connectorOf(db: Db, { connectorType, projectId }: Settings, owner: "server" | "project") {
  if (connectors[connectorType].fields.length === 0) return ensureConnector(db, { type: connectorType, projectId });
  return connectorOfOwner(db, { type: connectorType, projectId }, owner);
}

/** @throws ApiError with a message per invalid field. */
function readSettings(
  { secretBox }: Pick<Context, "secretBox">,
  binding: Settings,
  input: Readonly<Record<string, string>>,
  stored: Pick<store.BindingRow, "secrets" | "settings"> | null,
  change?: Parameters<typeof readValues>[4],
) {
  const purpose = bindingPurpose(binding);
  const seal = (secret: string, name: string) => secretBox.seal(secret, purpose(name));
  const { errors: invalid, ...values } = readValues(formOf(binding).fields, input, stored, seal, change);
  const { channel } = connectors[binding.connectorType];
  const errors = { ...(binding.offer === "channel" && channel?.checkBinding?.(values.settings)), ...invalid };
  refuseAny(Object.fromEntries(Object.entries(errors).map(([name, error]) => [`values.${name}`, error])));
  return values;
}

function formOf({ connectorType, offer }: Settings) {
  const form = offerOf(connectors[connectorType], offer);
  if (form === null) throw new ApiError("invalid", `${connectors[connectorType].name} does not offer this.`);
  return form;
}

function nameOf(binding: Settings & Pick<store.BindingRow, "settings">): string {
  return formOf(binding).functions.bindingName(binding.settings);
}

/** @throws ApiError if a recipient has unsubscribed from the emails of this project. */
async function refuseUnsubscribed(
  { db }: Pick<Context, "db">,
  { connectorType, projectId, settings }: Settings & Pick<store.BindingRow, "settings">,
): Promise<void> {
  if (connectorType !== "email") return;
  const [left] = await mailOptOutsAmong(db, projectId, addressesOf(settings));
  if (left !== undefined)
    throw refusedFields({ "values.addresses": `${left} has unsubscribed from the emails of this project` });
}

/** Tests settings before they are stored. @throws ApiError with the reason. */
async function tryOut(
  context: Pick<Context, Needs>,
  draft: Settings & Pick<store.BindingRow, "connectorId" | "secrets" | "settings">,
) {
  const { passed, message } = await tested(context, draft);
  if (!passed) throw new ApiError("invalid", message);
  return message;
}

async function tested(
  context: Pick<Context, Needs>,
  binding: Settings & Pick<store.BindingRow, "connectorId" | "secrets" | "settings">,
): Promise<{ passed: boolean; message: string }> {
  try {
    const { brandName } = await currentSettings(context);
    const connection = await openConnection(context, binding);
    const tools = { brandName, publicUrl: context.publicUrl() };
    return { passed: true, message: await formOf(binding).functions.testBinding(connection, tools) };
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof SealError) return { passed: false, message: error.message };
    throw error;
  }
}

function present(
  row: store.BindingRow,
  connector: ConnectorRow | null,
  { secretBox, publicUrl }: Pick<Context, "publicUrl" | "secretBox">,
): Binding {
  const { id, offer, name, settings, secrets, enabled, createdAt, lastAttemptAt, lastAttemptPassed, failingSince } =
    row;
  return {
    id,
    offer,
    connector: row.connectorType,
    owner: connector && (connector.projectId === null ? "server" : "project"),
    name,
    values: { ...settings },
    secretsSet: Object.keys(secrets),
    enabled,
    problem:
      row.disabledReason ??
      accountProblem(row, connector) ??
      sealProblem(() => openSecrets(row, bindingPurpose(row), secretBox)),
    webhookUrl: webhookUrlOf(row, publicUrl()),
    createdAt: createdAt.toISOString(),
    lastAttempt: lastAttemptAt && { at: lastAttemptAt.toISOString(), passed: lastAttemptPassed === true },
    failingSince: failingSince?.toISOString() ?? null,
  };
}

function webhookUrlOf({ projectId, id, offer, connectorType }: store.BindingRow, publicUrl: string): string | null {
  if (offer !== "tracker" || connectors[connectorType].tracker?.webhook === undefined) return null;
  return publicUrl + trackerWebhookPath.replace(":projectId", String(projectId)).replace(":bindingId", String(id));
}

/** Returns settings for the audit log. The path of a receiver's URL can contain a token, so only the origin is recorded. */
function withoutPaths(binding: Settings & Pick<store.BindingRow, "settings">): Record<string, string> {
  const addresses = formOf(binding).fields.filter(({ kind }) => kind === "url");
  const origins = addresses.map(({ name }) => [name, URL.parse(binding.settings[name] ?? "")?.origin ?? ""]);
  return { ...binding.settings, ...(Object.fromEntries(origins) as Record<string, string>) };
}

function auditEntry(
  action: AuditEntry["action"],
  { id, projectId, connectorType, name }: store.BindingRow,
  detail: Record<string, unknown>,
): AuditEntry {
  const targetName = `${connectors[connectorType].name} ${name}`;
  return { action, projectId, targetType: "binding", targetId: id, targetName, detail };
}
