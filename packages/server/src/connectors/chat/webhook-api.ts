import type { Connection } from "#connectors/offers.ts";
import type { ServiceApi } from "#connectors/service-api.ts";

/** The API behind the webhook URL of a chat service. The URL is a secret, so it is removed from messages. */
export function webhookApi(
  name: string,
  { outgoing, now }: Pick<Connection, "now" | "outgoing">,
  url: string,
): ServiceApi {
  return {
    name,
    outgoing,
    now,
    headers: { accept: "application/json", "user-agent": "plumb" },
    secrets: [url],
    refusals: {
      credentials: `${name} rejected the webhook URL. Copy it again from ${name}.`,
      missing: `${name} has no such webhook any more. Create a new one, and enter its URL.`,
    },
    reasons: (body) => [(body as { message?: unknown } | null | undefined)?.message],
  };
}
