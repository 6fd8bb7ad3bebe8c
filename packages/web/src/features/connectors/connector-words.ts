import type { Connector, ConnectorCategory } from "@plumb/contract/integrations/connectors.ts";

/** Filters by label; `undefined` does not filter. */
export const categories: readonly { readonly category: ConnectorCategory | undefined; readonly label: string }[] = [
  { category: undefined, label: "All Integrations" },
  { category: "bug_tracking", label: "Bug Tracking Systems" },
  { category: "notification", label: "Notification Channels" },
];

/** The counts of the summary, each with the filter that shows what it counts. */
export const summary: readonly { readonly status: Connector["status"] | undefined; readonly label: string }[] = [
  { status: "enabled", label: "Active Integrations" },
  { status: "not_connected", label: "Available to Configure" },
  { status: undefined, label: "Total Integrations" },
];

/** Which connectors are shown; what is absent narrows nothing. */
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

/** It is enabled, and something is sent through it. */
function isActive({ status, used }: Connector): boolean {
  return status === "enabled" && used;
}
