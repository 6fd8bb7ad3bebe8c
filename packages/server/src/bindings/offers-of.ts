import type { BindingOffer } from "@plumb/contract/integrations/binding-offer.ts";
import type { ConnectorDescription } from "#connectors/connector.ts";
import type { Offer } from "#connectors/offers.ts";

/** Returns the offers of a connector. */
export function offersOf(connector: ConnectorDescription): { offer: BindingOffer; functions: Offer }[] {
  const { tracker, channel, codeHost } = connector;
  return [
    ...(tracker === undefined ? [] : [{ offer: "tracker" as const, functions: tracker }]),
    ...(channel === undefined ? [] : [{ offer: "channel" as const, functions: channel }]),
    ...(codeHost === undefined ? [] : [{ offer: "code-host" as const, functions: codeHost }]),
  ];
}

/** Returns the functions of an offer; `null` if the connector does not have it. */
export function offerOf(connector: ConnectorDescription, offer: BindingOffer): Offer | null {
  return offersOf(connector).find((one) => one.offer === offer)?.functions ?? null;
}
