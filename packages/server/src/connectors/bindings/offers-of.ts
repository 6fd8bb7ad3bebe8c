import type { BindingOffer } from "@plumb/contract/integrations/binding-offer.ts";
import type { ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import { secretLength } from "@plumb/contract/integrations/webhooks.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import type { Offer } from "#connectors/offers.ts";

interface BindingForm {
  readonly offer: BindingOffer;
  readonly functions: Offer;
  /** Binding settings: the connector's own, and those that are common to all connectors with this offer. */
  readonly fields: readonly ConnectorField[];
}

/** Secret with which the tracker signs its webhooks. */
export const webhookSecretField = "webhookSecret";

const ticketFields = (hint: string | undefined) => [
  field({
    name: "onReturn",
    label: "If a failure returns after its ticket was closed",
    kind: "choice",
    initial: "reopen",
    choices: [
      { value: "reopen", label: "Reopen the ticket, and comment with the report" },
      { value: "comment", label: "Only comment with the report" },
      { value: "nothing", label: "Do nothing" },
    ],
  }),
  ...(hint === undefined
    ? []
    : [
        field({
          name: webhookSecretField,
          label: "Webhook secret",
          kind: "secret",
          required: false,
          // The same as for Plumb's own webhooks, because guesses are only limited per address.
          minLength: secretLength.min,
          hint: `Optional: with a webhook, Plumb notices changed tickets within seconds. ${hint} The address is shown after saving.`,
        }),
      ]),
];

/** Returns the offers of a connector, with the fields of their bindings. */
export function offersOf({ tracker, channel, codeHost }: ConnectorDescription): BindingForm[] {
  return [
    ...formOf("tracker", tracker, ticketFields(tracker?.webhook?.hint)),
    ...formOf("channel", channel),
    ...formOf("code-host", codeHost),
  ];
}

function formOf(
  offer: BindingOffer,
  functions: Offer | undefined,
  more: readonly ConnectorField[] = [],
): BindingForm[] {
  return functions === undefined ? [] : [{ offer, functions, fields: [...functions.bindingFields, ...more] }];
}

/** Returns an offer of a connector; `null` if the connector does not have it. */
export function offerOf(connector: ConnectorDescription, offer: BindingOffer): BindingForm | null {
  return offersOf(connector).find((one) => one.offer === offer) ?? null;
}
