import {
  readProjectConnector,
  removeProjectConnector,
  saveProjectConnector,
  switchProjectConnector,
  testProjectConnector,
} from "@plumb/contract/integrations/bindings.ts";
import {
  type ConnectorId,
  type ConnectorSetup,
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "@plumb/contract/integrations/connectors.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";

export const connectorsQuery = queryOptions({
  queryKey: ["connectors"],
  queryFn: async ({ signal }) => (await api.call(listConnectors, { signal })).data,
});

/** Settings of a connector: the server's, or those of a project. */
export interface ConnectorScope {
  readonly connectorId: ConnectorId;
  readonly projectId?: number | undefined;
}

export function connectorSetupQuery({ connectorId, projectId }: ConnectorScope) {
  return queryOptions({
    queryKey: projectId === undefined ? ["connectors", connectorId] : ["project", projectId, "connectors", connectorId],
    queryFn: async ({ signal }) =>
      projectId === undefined
        ? (await api.call(readConnector, { params: { connectorId }, signal })).data
        : (await api.call(readProjectConnector, { params: { connectorId, projectId }, signal })).data,
  });
}

/** Change of a connector's settings. */
export type SetupAction =
  | {
      readonly kind: "save";
      readonly values: Readonly<Record<string, string>>;
      readonly cleared: readonly string[];
      /** Absent for an account without a list of places. */
      readonly places?: readonly string[];
      /** Last day on which the credentials are valid; `null` to remove it, absent if it is not changed. */
      readonly lastDay?: string | null;
    }
  | { readonly kind: "test" }
  | { readonly kind: "switch"; readonly disabled: boolean }
  | { readonly kind: "remove" };

/** Each action returns the new settings. */
export function useSetupAction(scope: ConnectorScope) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: SetupAction) => changed(scope, action),
    onSuccess: (setup) => {
      queryClient.setQueryData(connectorSetupQuery(scope).queryKey, setup);
      void queryClient.invalidateQueries({ queryKey: connectorsQuery.queryKey, exact: true });
      // The configuration contains whether passwords can be reset by email.
      if (scope.connectorId === "email") void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
  });
}

function saved({ values, cleared, lastDay }: Extract<SetupAction, { kind: "save" }>) {
  return { values, cleared: [...cleared], ...(lastDay !== undefined && { lastDay }) };
}

async function changed({ connectorId, projectId }: ConnectorScope, action: SetupAction): Promise<ConnectorSetup> {
  if (projectId === undefined) {
    const params = { connectorId };
    if (action.kind === "save") {
      const targets = action.places === undefined ? {} : { places: [...action.places] };
      return (await api.call(saveConnector, { params, body: { ...saved(action), ...targets } })).data;
    }
    if (action.kind === "test") return (await api.call(testConnector, { params })).data;
    if (action.kind === "switch")
      return (await api.call(switchConnector, { params, body: { disabled: action.disabled } })).data;
    return (await api.call(removeConnector, { params })).data;
  }
  const params = { connectorId, projectId };
  if (action.kind === "save") return (await api.call(saveProjectConnector, { params, body: saved(action) })).data;
  if (action.kind === "test") return (await api.call(testProjectConnector, { params })).data;
  if (action.kind === "switch")
    return (await api.call(switchProjectConnector, { params, body: { disabled: action.disabled } })).data;
  return (await api.call(removeProjectConnector, { params })).data;
}
