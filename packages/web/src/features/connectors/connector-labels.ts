import type { Connector, ConnectorCategory } from "@plumb/contract/integrations/connectors.ts";

/** Filters with their labels; `undefined` shows all. */
export const categories: readonly { readonly category: ConnectorCategory | undefined; readonly label: string }[] = [
  { category: undefined, label: "All Integrations" },
  { category: "bug_tracking", label: "Bug Tracking Systems" },
  { category: "notification", label: "Notification Channels" },
];

/** Counts of the summary, each with the filter that shows those connectors. */
export const summary: readonly { readonly status: Connector["status"] | undefined; readonly label: string }[] = [
  { status: "enabled", label: "Active Integrations" },
  { status: "not_connected", label: "Available to Configure" },
  { status: undefined, label: "Total Integrations" },
];

/** Filter of the connectors. Unset values do not filter. */
export interface ConnectorFilter {
  readonly category?: ConnectorCategory | undefined;
  readonly status?: Connector["status"] | undefined;
}

export function matches({ category, status }: ConnectorFilter, connector: Connector): boolean {
  return (
    (category === undefined || connector.category === category) &&
    (status === undefined || (status === "enabled") === isActive(connector))
  );
}

/** Returns whether the connector is enabled and used. */
function isActive({ status, used }: Connector): boolean {
  return status === "enabled" && used;
}
