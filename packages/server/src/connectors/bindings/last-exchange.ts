import { offerOf } from "./offers-of.ts";
import type { Connection } from "#connectors/offers.ts";
import { connectors } from "./registry.ts";
import type { ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import type { Values } from "#connectors/values.ts";
import { formsOfSecrets, storedStart, withoutSecrets } from "#outbox/without-secrets.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";
import type { BindingRow } from "#store/integrations/bindings.ts";

/** An attempt's last request and its response, as shown in the log. */
interface Exchange {
  readonly request: string | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
}

/** Returns a client that remembers its last request, and a function that returns this request without the secrets. */
export function rememberLast(outgoing: Outgoing): {
  outgoing: Outgoing;
  last: (secrets: readonly string[]) => Exchange;
} {
  let request: string | null = null;
  let response: OutgoingReply | null = null;
  return {
    outgoing: {
      ...outgoing,
      async request(input) {
        // Signed addresses have their credentials in the query.
        const url = input.isSecret === true ? input.url.replace(/\?.*$/s, "") : input.url;
        request = `${input.method} ${url}`;
        response = null;
        const received = await outgoing.request(input);
        response = input.isSecret === true ? { ...received, body: "" } : received;
        return received;
      },
    },
    last: (secrets) => ({
      request: request === null ? null : withoutSecrets(request, secrets).slice(0, 2000),
      responseStatus: response?.status ?? null,
      responseBody: response === null ? null : storedStart(response.body, secrets),
    }),
  };
}

/** Returns the secrets of a connection in all forms that a service may repeat. */
export function secretsOf(
  { credentials, binding }: Pick<Connection, "binding" | "credentials">,
  { connectorType, offer }: Pick<BindingRow, "connectorType" | "offer">,
): readonly string[] {
  const connector = connectors[connectorType];
  const both = [
    { fields: connector.fields, values: credentials },
    { fields: offerOf(connector, offer)?.fields ?? [], values: binding },
  ];
  const secrets = both.flatMap(({ fields, values }) => valuesOf(fields, values, true));
  return formsOfSecrets(
    secrets,
    both.flatMap(({ fields, values }) => valuesOf(fields, values, false)),
  );
}

function valuesOf(fields: readonly ConnectorField[], values: Values, isSecret: boolean): readonly string[] {
  return fields.filter(({ kind }) => (kind === "secret") === isSecret).map(({ name }) => values[name] ?? "");
}
