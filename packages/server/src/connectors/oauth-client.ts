import { z } from "zod";
import { accessToken } from "./access-token.ts";
import { partOf } from "./reasons.ts";
import { textOf, unexpected } from "./responses.ts";
import { ServiceError } from "./service-error.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** An application that is registered with a provider such as Microsoft Entra or Google. */
export interface OauthClient {
  readonly tokenUrl: string;
  /** Empty if the provider does not require one. */
  readonly scope: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty if the application signs in as itself (client credentials). */
  readonly refreshToken: string;
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const problems: Readonly<Record<string, string>> = {
  invalid_client: "Check the client ID and the client secret, which may have expired.",
  unauthorized_client: "Check the client ID, and that the application may be used without a user.",
  invalid_grant: "The refresh token has expired or was revoked. Create a new one.",
  invalid_scope: "Check the scope.",
};
const Granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().nonnegative().optional() });
/** Used if a response has no `expires_in`. */
const usualSeconds = 300;

/**
 * Returns an access token of an application.
 *
 * @throws OutgoingError with what to do.
 */
export async function oauthToken(outgoing: Outgoing, client: OauthClient, timeoutMs = 10_000): Promise<string> {
  const { tokenUrl, clientId, clientSecret, refreshToken } = client;
  if (tokenUrl === "" || clientId === "") throw new OutgoingError("Enter the token URL and the client ID.");
  if (clientSecret === "" && refreshToken === "")
    throw new OutgoingError("Enter the client secret, and for a Google account also the refresh token.");
  return accessToken(client, () => request(outgoing, client, timeoutMs));
}

async function request(outgoing: Outgoing, client: OauthClient, timeoutMs: number) {
  const { tokenUrl, scope, clientId, clientSecret, refreshToken } = client;
  const form = {
    client_id: clientId,
    ...(clientSecret !== "" && { client_secret: clientSecret }),
    ...(scope !== "" && { scope }),
    ...(refreshToken === ""
      ? { grant_type: "client_credentials" }
      : { grant_type: "refresh_token", refresh_token: refreshToken }),
  };
  const response = await outgoing.request({
    method: "POST",
    url: tokenUrl,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      "user-agent": "plumb",
    },
    body: new URLSearchParams(form).toString(),
    timeoutMs,
    isSecret: true,
  });
  const body = await outgoing.readJson(response.body);
  const granted = Granted.safeParse(body);
  if (response.status === 200 && granted.success) {
    const { access_token: token, expires_in: seconds = usualSeconds } = granted.data;
    return { token, validMs: seconds * 1000 };
  }
  throw refusal(response, body, [clientSecret, refreshToken]);
}

function refusal(response: Parameters<typeof unexpected>[1], body: unknown, secrets: readonly string[]): OutgoingError {
  const code = textOf(partOf(body, "error"), "");
  if (response.status >= 500 || response.status === 429 || code === "") {
    if (response.status === 200) return new OutgoingError("The token URL did not return an access token. Check it.");
    return unexpected("The token URL", response);
  }
  const details = textOf(partOf(body, "error_description"), code);
  const text = secrets
    .filter((secret) => secret !== "")
    .reduce((left, one) => left.replaceAll(one, "[removed]"), details);
  const advice = problems[code] ?? "Check the settings of the application.";
  return new ServiceError(`The token URL refused the application. ${advice} Response: ${text}`, {
    status: response.status,
    scope: "destination",
  });
}
