import {
  type Connector,
  ConnectorId,
  type ConnectorSetup,
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "@plumb/contract/integrations/connectors.ts";
import {
  type ConnectorNeeds,
  removeSettings,
  saveSettings,
  setupOf,
  switchSettings,
  testSettings,
} from "./settings.ts";
import { presentConnector } from "#connectors/bindings/setup.ts";
import type { Context } from "#core/context.ts";
import type { Api } from "#http/api.ts";
import { type ConnectorScope, connectorRows } from "#store/integrations/connectors.ts";
import { anyWebhookDelivers } from "#store/integrations/webhooks.ts";

/** Routes for the server's connectors, which all projects can use. */
export function connectorRoutes(api: Api<ConnectorNeeds>): void {
  api.route(listConnectors, async ({ context }) => {
    const rows = new Map((await connectorRows(context.db)).map((row) => [row.type, row]));
    const delivers = await anyWebhookDelivers(context.db);
    return {
      data: ConnectorId.options.map((id) => withWebhooks(presentConnector(id, rows.get(id) ?? null), delivers)),
    };
  });

  api.route(readConnector, async (call) => reply(call.context, await setupOf(call, ofServer(call.params.connectorId))));

  api.route(saveConnector, async (call) =>
    reply(call.context, await saveSettings(call, ofServer(call.params.connectorId), call.body)),
  );

  api.route(testConnector, async (call) =>
    reply(call.context, await testSettings(call, ofServer(call.params.connectorId))),
  );

  api.route(switchConnector, async (call) =>
    reply(call.context, await switchSettings(call, ofServer(call.params.connectorId), call.body.disabled)),
  );

  api.route(removeConnector, async (call) =>
    reply(call.context, await removeSettings(call, ofServer(call.params.connectorId))),
  );
}

async function reply({ db }: Pick<Context, "db">, setup: ConnectorSetup) {
  return { data: { ...setup, connector: withWebhooks(setup.connector, await anyWebhookDelivers(db)) } };
}

/** Webhooks are configured per project. The connector counts as enabled if at least one webhook is enabled and its last attempt succeeded. */
function withWebhooks(connector: Connector, delivers: boolean): Connector {
  return connector.id === "webhooks" && delivers ? { ...connector, status: "enabled" } : connector;
}

function ofServer(type: ConnectorId): ConnectorScope {
  return { type, projectId: null };
}
