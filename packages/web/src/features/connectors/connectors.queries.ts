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

export function connectorSetupQuery(connectorId: ConnectorId) {
  return queryOptions({
    queryKey: ["connectors", connectorId],
    queryFn: async ({ signal }) => (await api.call(readConnector, { params: { connectorId }, signal })).data,
  });
}

/** Change of a connector's settings. */
export type SetupAction =
  | { readonly kind: "save"; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: "test" }
  | { readonly kind: "switch"; readonly disabled: boolean }
  | { readonly kind: "remove" };

/** Each action returns the new settings. */
export function useSetupAction(connectorId: ConnectorId) {
  const queryClient = useQueryClient();
  const params = { connectorId };
  return useMutation({
    mutationFn: async (action: SetupAction): Promise<ConnectorSetup> => {
      if (action.kind === "save")
        return (await api.call(saveConnector, { params, body: { values: action.values } })).data;
      if (action.kind === "test") return (await api.call(testConnector, { params })).data;
      if (action.kind === "switch")
        return (await api.call(switchConnector, { params, body: { disabled: action.disabled } })).data;
      return (await api.call(removeConnector, { params })).data;
    },
    onSuccess: (setup) => {
      queryClient.setQueryData(connectorSetupQuery(connectorId).queryKey, setup);
      void queryClient.invalidateQueries({ queryKey: connectorsQuery.queryKey, exact: true });
      // The configuration contains whether passwords can be reset by email.
      if (connectorId === "email") void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
  });
}
