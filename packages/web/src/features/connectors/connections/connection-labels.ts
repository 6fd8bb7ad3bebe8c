import type { Binding, CredentialsOwner, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";

type Offer = Binding["offer"];

/** Connection purposes, by connector offer. */
export const offerLabels: Readonly<Record<Offer, string>> = {
  tracker: "Creates tickets",
  channel: "Sends messages",
  "code-host": "Comments on pull requests",
};

export const ownerLabels: Readonly<Record<CredentialsOwner, string>> = {
  server: "The server's account",
  project: "This project's own account",
};

/** Entry in the connector list. A connector such as GitHub has several purposes, and one entry for each. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly connector: ProjectConnector;
  readonly offer: ProjectConnector["offers"][number];
}

export function choicesOf(connectors: readonly ProjectConnector[]): Choice[] {
  return connectors.flatMap((connector) =>
    connector.offers.map((offer) => ({
      value: `${connector.connector.id} ${offer.offer}`,
      label: `${connector.connector.name}: ${offerLabels[offer.offer].toLowerCase()}`,
      connector,
      offer,
    })),
  );
}

export type ConnectionState = "working" | "failing" | "untried" | "disabled";

export function connectionState({ enabled, problem, lastAttempt, failingSince }: Binding): ConnectionState {
  if (!enabled) return "disabled";
  if (problem !== null || failingSince !== null || lastAttempt?.passed === false) return "failing";
  return lastAttempt === null ? "untried" : "working";
}
