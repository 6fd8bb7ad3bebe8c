import { unexpected } from "#connectors/responses.ts";
import type { Connection } from "#connectors/offers.ts";
import { partOf } from "#connectors/reasons.ts";
import type { ServiceApi } from "#connectors/service-api.ts";
import type { ServiceError } from "#connectors/service-error.ts";
import type { OutgoingReply } from "#outgoing/outgoing.ts";

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
    reasons: (body) => [partOf(body, "message")],
  };
}

/** Posts a message as JSON. */
export function postJson(
  { outgoing }: Pick<Connection, "outgoing">,
  url: string,
  message: object,
): Promise<OutgoingReply> {
  return outgoing.request({
    method: "POST",
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
}

/** Returns the error for a response that does not confirm the message. */
export function webhookError(
  name: string,
  connection: Pick<Connection, "now" | "outgoing">,
  url: string,
  response: OutgoingReply,
): ServiceError {
  const { now } = connection;
  return unexpected(name, response, { now, refusals: webhookApi(name, connection, url).refusals });
}
