import {
  type Connector,
  ConnectorId,
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "@plumb/contract/integrations/connectors.ts";
import { currentSettings } from "#core/current-settings.ts";
import { connectors } from "#connectors/registry.ts";
import { readValues } from "#connectors/read-values.ts";
import { connectorPurpose, openValues, presentConnector, presentSetup } from "#connectors/setup.ts";
import { actorOf } from "#http/actor.ts";
import type { Api, Call } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { ApiError, refuseAny } from "#core/api-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { SealError } from "#core/secret-box.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import * as store from "#store/integrations/connectors.ts";
import type { Db } from "#store/db.ts";
import { anyWebhookDelivers } from "#store/integrations/webhooks.ts";

type ConnectorCall = Call<typeof readConnector, "config" | "db" | "outgoing" | "publicUrl" | "secretBox">;

export function connectorRoutes(api: Api<"config" | "db" | "outgoing" | "publicUrl" | "secretBox">): void {
  api.route(listConnectors, async ({ context }) => {
    const rows = new Map((await store.connectorRows(context.db)).map((row) => [row.type, row]));
    const delivers = await anyWebhookDelivers(context.db);
    return {
      data: ConnectorId.options.map((id) => withWebhooks(presentConnector(id, rows.get(id) ?? null), delivers)),
    };
  });

  api.route(readConnector, async (call) => setupOf(call));

  api.route(saveConnector, async (call) => {
    const { context, params, body } = call;
    const { connectorId: id } = params;
    refuseWebhooks(id);
    const saved = await context.db.transaction().execute(async (transaction) => {
      const place = ofServer(id);
      const purpose = connectorPurpose(place);
      const before = await store.connectorRow(transaction, place);
      const { errors, ...values } = readValues(connectors[id].fields, body.values, before, (secret, name) =>
        context.secretBox.seal(secret, purpose(name)),
      );
      refuseAny(Object.fromEntries(Object.entries(errors).map(([name, error]) => [`values.${name}`, error])));
      const row = await store.saveConnector(transaction, { ...place, ...values });
      const secrets = Object.keys(values.secrets).filter((name) => before?.secrets[name] !== values.secrets[name]);
      const detail = { ...values.settings, ...Object.fromEntries(secrets.map((name) => [name, "replaced"])) };
      await recordAudit(transaction, actorOf(call), about("connector.changed", id, detail));
      return row;
    });
    await test(call, saved);
    return setupOf(call);
  });

  api.route(testConnector, async (call) => {
    const row = await store.connectorRow(call.context.db, ofServer(call.params.connectorId));
    if (row === null) throw notSetUp();
    await test(call, row);
    return setupOf(call);
  });

  api.route(switchConnector, async (call) => {
    const { params, body } = call;
    await audited(
      call,
      (transaction) => store.switchConnector(transaction, ofServer(params.connectorId), body.disabled),
      {
        action: body.disabled ? "connector.disabled" : "connector.enabled",
      },
    );
    return setupOf(call);
  });

  api.route(removeConnector, async (call) => {
    await audited(call, (transaction) => store.removeConnector(transaction, ofServer(call.params.connectorId)), {
      action: "connector.removed",
    });
    return setupOf(call);
  });
}

async function setupOf({ context, params }: Pick<ConnectorCall, "context" | "params">) {
  const row = await store.connectorRow(context.db, ofServer(params.connectorId));
  const setup = presentSetup(params.connectorId, row, context.secretBox);
  return { data: { ...setup, connector: withWebhooks(setup.connector, await anyWebhookDelivers(context.db)) } };
}

/** Webhooks are set up per project. The connector counts as enabled if at least one is enabled and its last attempt succeeded. */
function withWebhooks(connector: Connector, delivers: boolean): Connector {
  return connector.id === "webhooks" && delivers ? { ...connector, status: "enabled" } : connector;
}

/** Sends a test request to the service, outside any transaction, and stores the result. */
async function test(call: Omit<ConnectorCall, "body" | "query">, row: store.ConnectorRow): Promise<void> {
  const { context, caller, now } = call;
  const result = await tryOut(call, row).then(
    (message) => ({ passed: true, message }),
    (error: unknown) => {
      if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
      return { passed: false, message: error.message };
    },
  );
  await context.db.transaction().execute(async (transaction) => {
    const { id, type, version } = row;
    if (!(await store.recordTest(transaction, { id, version, at: now, ...result }))) return;
    const actor = actorOf({ caller, request: call.request, now });
    await recordAudit(transaction, actor, about("connector.tested", type, result));
  });
}

async function tryOut({ context, caller }: Pick<ConnectorCall, "context" | "caller">, row: store.ConnectorRow) {
  const { brandName } = await currentSettings(context);
  return connectors[row.type].test(openValues(row, context.secretBox), {
    outgoing: context.outgoing,
    brandName,
    publicUrl: context.publicUrl(),
    tester: signedIn(caller).user.email,
  });
}

/** Changes a configured connector and records it in the audit log. */
async function audited(
  call: Omit<ConnectorCall, "body" | "query">,
  change: (transaction: Db) => Promise<boolean>,
  { action }: Pick<AuditEntry, "action">,
): Promise<void> {
  await call.context.db.transaction().execute(async (transaction) => {
    if (!(await change(transaction))) throw notSetUp();
    await recordAudit(transaction, actorOf(call), about(action, call.params.connectorId, {}));
  });
}

function ofServer(type: ConnectorId): store.ConnectorPlace {
  return { type, projectId: null };
}

function about(action: AuditEntry["action"], id: ConnectorId, detail: Record<string, unknown>): AuditEntry {
  return { action, targetType: "connector", targetName: connectors[id].name, detail };
}

function notSetUp(): ApiError {
  return new ApiError("conflict", "This connector is not configured.");
}

function refuseWebhooks(id: ConnectorId): void {
  if (id === "webhooks") throw new ApiError("invalid", "Webhooks are configured in the settings of each project.");
}
