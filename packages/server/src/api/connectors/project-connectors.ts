import {
  listProjectConnectors,
  listServiceChannels,
  type ProjectConnector,
  readProjectConnector,
  removeProjectConnector,
  saveProjectConnector,
  switchProjectConnector,
  testProjectConnector,
} from "@plumb/contract/integrations/bindings.ts";
import { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import {
  type ConnectorNeeds,
  removeSettings,
  saveSettings,
  setupOf,
  switchSettings,
  testSettings,
} from "./settings.ts";
import { offersOf } from "#connectors/bindings/offers-of.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { isEnabled, presentConnector } from "#connectors/bindings/setup.ts";
import { listAllowedChannels } from "./list-allowed-channels.ts";
import type { Api } from "#http/api.ts";
import { type ConnectorScope, type ConnectorRow, connectorRows } from "#store/integrations/connectors.ts";

/** Routes for the connectors of a project, with its own credentials. */
export function projectConnectorRoutes(api: Api<ConnectorNeeds>): void {
  api.route(listProjectConnectors, async ({ context, projectId }) => {
    const rows = await connectorRows(context.db, projectId);
    const offering = ConnectorId.options.filter((type) => offersOf(connectors[type]).length > 0);
    return {
      data: offering.map((type) =>
        present(
          type,
          rows.filter((row) => row.type === type),
        ),
      ),
    };
  });

  api.route(listServiceChannels, async (call) => ({
    data: await listAllowedChannels(call, scopeOf(call), call.query.owner),
  }));

  api.route(readProjectConnector, async (call) => ({ data: await setupOf(call, scopeOf(call)) }));

  api.route(saveProjectConnector, async (call) => ({
    data: await saveSettings(call, scopeOf(call), call.body),
  }));

  api.route(testProjectConnector, async (call) => ({ data: await testSettings(call, scopeOf(call)) }));

  api.route(switchProjectConnector, async (call) => ({
    data: await switchSettings(call, scopeOf(call), call.body.disabled),
  }));

  api.route(removeProjectConnector, async (call) => ({ data: await removeSettings(call, scopeOf(call)) }));
}

function scopeOf({ projectId, params }: { projectId: number; params: { connectorId: ConnectorId } }): ConnectorScope {
  return { type: params.connectorId, projectId };
}

function present(type: ConnectorId, rows: readonly ConnectorRow[]): ProjectConnector {
  const { status: _status, ...connector } = presentConnector(type, null);
  const own = rows.find(({ projectId }) => projectId !== null) ?? null;
  const needsAccount = connectors[type].fields.length > 0;
  return {
    connector,
    needsAccount,
    enabled: !needsAccount
      ? ["project"]
      : rows.filter(isEnabled).map(({ projectId }) => (projectId === null ? "server" : "project")),
    configured: !needsAccount || own !== null,
    offers: offersOf(connectors[type]).map(({ offer, fields }) => ({ offer, fields: [...fields] })),
  };
}
