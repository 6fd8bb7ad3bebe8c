import type { CredentialsOwner } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId, ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { countOutgoing } from "#api/outgoing-limit.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { recordReportedExpiry } from "#connectors/bindings/reported-expiry.ts";
import { readValues } from "#connectors/read-values.ts";
import { connectorPurpose, isEnabled, openValues, presentSetup } from "#connectors/bindings/setup.ts";
import { ApiError, refuseAny } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { currentSettings } from "#core/current-settings.ts";
import { SealError } from "#core/secret-box.ts";
import { actorOf } from "#http/actor.ts";
import { type Authorised, signedIn } from "#http/caller.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import { queueWaitingOf, restartMails } from "#connectors/bindings/queue-waiting.ts";
import { forgetExpiry, readExpiry, saveLastDay } from "#store/integrations/connector-expiry.ts";
import * as store from "#store/integrations/connectors.ts";
import type { Db } from "#store/db.ts";
import { countUses, reconnectBindings } from "#store/integrations/bindings.ts";

export type ConnectorNeeds = "clock" | "config" | "db" | "outgoing" | "outgoingLimit" | "publicUrl" | "secretBox";

/**
 * Returns the settings of the server or of a project.
 *
 * @throws ApiError if they are not enabled.
 */
export async function connectorOfOwner(
  db: Db,
  { type, projectId }: store.ConnectorScope,
  owner: CredentialsOwner,
): Promise<store.ConnectorRow> {
  const row = await store.connectorRow(db, { type, projectId: owner === "server" ? null : projectId });
  if (isEnabled(row)) return row;
  const { name } = connectors[type];
  throw new ApiError(
    "conflict",
    owner === "server"
      ? `${name} is not enabled on this server. An administrator can configure it under Connectors.`
      : `Configure ${name} for this project first.`,
  );
}

/** Parts of a call that the settings of a connector need, of the server or of a project. */
export interface ConnectorCall extends Pick<Authorised, "caller"> {
  readonly context: Pick<Context, ConnectorNeeds>;
  readonly now: Date;
  readonly request: Parameters<typeof actorOf>[0]["request"];
}

export async function setupOf(
  { context }: Pick<ConnectorCall, "context">,
  scope: store.ConnectorScope,
): Promise<ConnectorSetup> {
  const row = await store.connectorRow(context.db, scope);
  const uses = row === null ? { connections: 0, projects: 0 } : await countUses(context.db, row.id);
  const setup = presentSetup(scope, row, { secretBox: context.secretBox, uses });
  return { ...setup, expiry: await expiryOf(context.db, scope, row) };
}

async function expiryOf(
  db: Db,
  { type }: store.ConnectorScope,
  row: store.ConnectorRow | null,
): Promise<ConnectorSetup["expiry"]> {
  if (!connectors[type].fields.some(({ kind }) => kind === "secret")) return null;
  if (row === null) return { reportedAt: null, lastDay: null };
  const { reportedAt, lastDay } = await readExpiry(db, row.id);
  return { reportedAt: reportedAt?.toISOString() ?? null, lastDay };
}

/** Stores settings and tests them. */
export async function saveSettings(
  call: ConnectorCall,
  scope: store.ConnectorScope,
  {
    values: input,
    cleared,
    places,
    lastDay,
  }: {
    values: Readonly<Record<string, string>>;
    cleared?: readonly string[] | undefined;
    /** Absent if they are not changed. */
    places?: readonly string[] | undefined;
    /** Absent if it is not changed. */
    lastDay?: string | null | undefined;
  },
): Promise<ConnectorSetup> {
  const { context, now } = call;
  refuseWebhooks(scope.type);
  countOutgoing(call, scope.projectId, "test");
  const purpose = connectorPurpose(scope);
  const saved = await context.db.transaction().execute(async (transaction) => {
    const before = await store.connectorRow(transaction, scope);
    const { errors, ...values } = readValues(
      connectors[scope.type].fields,
      input,
      before,
      (secret, name) => context.secretBox.seal(secret, purpose(name)),
      { cleared },
    );
    refuseAny(Object.fromEntries(Object.entries(errors).map(([name, error]) => [`values.${name}`, error])));
    const row = await store.saveConnector(transaction, { ...scope, ...values, places });
    const secrets = Object.keys(values.secrets).filter((name) => before?.secrets[name] !== values.secrets[name]);
    const removed = Object.keys(before?.secrets ?? {}).filter((name) => values.secrets[name] === undefined);
    if (secrets.length > 0) await forgetExpiry(transaction, row.id);
    if (lastDay !== undefined) await saveLastDay(transaction, row.id, lastDay);
    const detail = {
      ...values.settings,
      ...Object.fromEntries(secrets.map((name) => [name, "replaced"])),
      ...Object.fromEntries(removed.map((name) => [name, "removed"])),
      ...placeChange(before?.places ?? [], row.places),
      ...(lastDay !== undefined && { lastDay }),
    };
    await recordAudit(transaction, actorOf(call), about("connector.changed", scope, detail));
    return row;
  });
  await test(call, saved);
  await recordReportedExpiry(context, await store.connectorRow(context.db, scope));
  await context.db.transaction().execute((transaction) => restart(transaction, saved, now));
  return setupOf(call, scope);
}

/** Returns the change of the allowed places for the audit. */
function placeChange(before: readonly string[], after: readonly string[]): Record<string, readonly string[]> {
  const added = after.filter((location) => !before.includes(location));
  const removed = before.filter((location) => !after.includes(location));
  return {
    ...(added.length > 0 && { placesAllowed: added }),
    ...(removed.length > 0 && { placesNoLongerAllowed: removed }),
  };
}

export async function testSettings(call: ConnectorCall, scope: store.ConnectorScope): Promise<ConnectorSetup> {
  const row = await store.connectorRow(call.context.db, scope);
  if (row === null) throw notSetUp();
  countOutgoing(call, scope.projectId, "test");
  await test(call, row);
  await recordReportedExpiry(call.context, await store.connectorRow(call.context.db, scope));
  return setupOf(call, scope);
}

export async function switchSettings(
  call: ConnectorCall,
  scope: store.ConnectorScope,
  disabled: boolean,
): Promise<ConnectorSetup> {
  await audited(call, scope, {
    action: disabled ? "connector.disabled" : "connector.enabled",
    change: (transaction) => store.switchConnector(transaction, scope, disabled),
  });
  return setupOf(call, scope);
}

export async function removeSettings(call: ConnectorCall, scope: store.ConnectorScope): Promise<ConnectorSetup> {
  await audited(call, scope, {
    action: "connector.removed",
    change: (transaction) => store.removeConnector(transaction, scope),
  });
  return setupOf(call, scope);
}

/** Sends a test request to the service, outside any transaction, and stores the result. */
async function test(call: ConnectorCall, row: store.ConnectorRow): Promise<void> {
  const { context, now } = call;
  const result = await tryOut(call, row).then(
    (tested) => ({ passed: true, ...tested }),
    (error: unknown) => {
      if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
      return { passed: false, message: error.message, account: null };
    },
  );
  await context.db.transaction().execute(async (transaction) => {
    const { id, version } = row;
    if (!(await store.recordTest(transaction, { id, version, at: now, ...result }))) return;
    const { passed, message } = result;
    await recordAudit(transaction, actorOf(call), about("connector.tested", row, { passed, message }));
    if (passed) await reconnect(transaction, call, { ...row, account: result.account });
  });
}

/** Connects the bindings that waited for this account. */
async function reconnect(transaction: Db, call: ConnectorCall, row: store.ConnectorRow): Promise<void> {
  const reconnected = await reconnectBindings(transaction, row);
  for (const { id, projectId, connectorType, name } of reconnected)
    await recordAudit(transaction, actorOf(call), {
      action: "binding.changed",
      projectId,
      targetType: "binding",
      targetId: id,
      targetName: `${connectors[connectorType].name} ${name}`,
      detail: { reconnected: true },
    });
  if (reconnected.length > 0) await queueWaitingOf(transaction, row.id, call.now);
}

async function tryOut({ context, caller }: ConnectorCall, row: store.ConnectorRow) {
  const { brandName } = await currentSettings(context);
  return connectors[row.type].test(openValues(row, context.secretBox), {
    outgoing: context.outgoing,
    brandName,
    publicUrl: context.publicUrl(),
    tester: signedIn(caller).user.email,
  });
}

/** Changes a configured connector and records it in the audit log. Retries the deliveries that wait for it, so that they show the new state. */
async function audited(
  call: ConnectorCall,
  scope: store.ConnectorScope,
  { action, change }: { action: AuditEntry["action"]; change: (transaction: Db) => Promise<boolean> },
): Promise<void> {
  refuseWebhooks(scope.type);
  await call.context.db.transaction().execute(async (transaction) => {
    const row = await store.connectorRow(transaction, scope);
    if (row !== null) await restart(transaction, row, call.now);
    if (!(await change(transaction))) throw notSetUp();
    await recordAudit(transaction, actorOf(call), about(action, scope, {}));
  });
}

/** Schedules the deliveries that wait for a connector, because its settings or its state have changed. */
async function restart(transaction: Db, { id, type, projectId }: store.ConnectorRow, now: Date): Promise<void> {
  await queueWaitingOf(transaction, id, now);
  if (type === "email" && projectId === null) await restartMails(transaction, now);
}

function about(
  action: AuditEntry["action"],
  { type, projectId }: store.ConnectorScope,
  detail: Record<string, unknown>,
): AuditEntry {
  return { action, projectId, targetType: "connector", targetName: connectors[type].name, detail };
}

function notSetUp(): ApiError {
  return new ApiError("conflict", "This connector is not configured.");
}

function refuseWebhooks(type: ConnectorId): void {
  if (type === "webhooks") throw new ApiError("invalid", "Webhooks are configured in the settings of each project.");
}
