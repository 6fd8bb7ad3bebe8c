import type { ConnectorCategory, ConnectorId, ConnectorStatus } from "@plumb/contract/integrations/connectors.ts";

/** URL parameters of the connectors. Unset values are omitted. */
export interface ConnectorsSearch {
  readonly category?: ConnectorCategory | undefined;
  readonly status?: ConnectorStatus | undefined;
  /** Connector whose form is open. */
  readonly configure?: ConnectorId | undefined;
}

const categories = ["bug_tracking", "notification"] as const;
const statuses = ["enabled", "not_connected"] as const;

/** Parses the URL parameters and ignores invalid values. */
export function connectorsSearch(raw: Record<string, unknown>): ConnectorsSearch {
  const { configure } = raw;
  const found: ConnectorsSearch = {
    category: categories.find((category) => category === raw["category"]),
    status: statuses.find((status) => status === raw["status"]),
    // Only the server knows all connectors. For an unknown one, no form opens.
    configure:
      typeof configure === "string" && /^[a-z-]{1,40}$/.test(configure) ? (configure as ConnectorId) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
