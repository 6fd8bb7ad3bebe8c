import { createHmac } from "node:crypto";
import { currentScope } from "#tracing/scope.ts";

/**
 * Returns `X-Plumb-Signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. The time is signed, so that
 * receivers can reject replays.
 */
function signature(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}

/** Returns the headers of a signed request, with the request that caused it. The id stays the same when a request is repeated. */
export function signedHeaders(options: {
  readonly secret: string;
  readonly body: string;
  readonly event: string;
  readonly id: string;
  readonly at: Date;
}): Readonly<Record<string, string>> {
  const { secret, body, event, id, at } = options;
  const { requestId } = currentScope();
  return {
    "content-type": "application/json",
    "user-agent": "Plumb",
    "x-plumb-event": event,
    "x-plumb-delivery": id,
    ...(requestId !== null && { "x-request-id": requestId }),
    "x-plumb-signature": signature(secret, body, at),
  };
}
