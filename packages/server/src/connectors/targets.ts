import type { ConnectorRow } from "#store/integrations/connectors.ts";

/** Settings of a connector or a binding, as they are stored. */
type Stored = Pick<ConnectorRow, "secrets" | "settings">;

/** Places that one account can reach, such as repositories. Projects use the server's account only in those an administrator allows. */
export interface Targets {
  /** Label of the list in the connector's form, such as "Allowed repositories". */
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  /** Singular noun, such as "repository". */
  readonly noun: string;
  /** Returns the places that a binding reaches with the account; empty if the account is not used. */
  readonly of: (binding: Stored, account: Stored) => readonly string[];
  /** Returns a place in the form in which places are compared. The service treats places with the same form as one. */
  readonly comparable: (location: string) => string;
}

/** Names without letter case, as most services compare them. */
export const ignoringCase = (location: string): string =>
  location
    .trim()
    .replaceAll(/^\/+|\/+$/g, "")
    .toLowerCase();

/** Returns the first place of a binding that is not allowed; `null` if all are. */
export function forbiddenTarget(
  { of, comparable }: Targets,
  binding: Stored,
  account: Pick<ConnectorRow, "places" | "secrets" | "settings">,
): string | null {
  const allowed = account.places.map(comparable);
  const isAllowed = (location: string) => allowed.some((entry) => covers(entry, comparable(location)));
  return of(binding, account).find((location) => !isAllowed(location)) ?? null;
}

/** `*` covers all places, `octo/*` all below `octo`, and `example.org` all addresses of this domain. */
function covers(entry: string, location: string): boolean {
  // A proxy in front of the service may resolve these segments.
  if (location.split("/").some((segment) => segment === "." || segment === "..")) return false;
  if (entry === "*" || entry === location) return true;
  if (entry.endsWith("/*")) return location.startsWith(entry.slice(0, -1));
  return !entry.includes("@") && location.includes("@") && location.slice(location.lastIndexOf("@") + 1) === entry;
}
