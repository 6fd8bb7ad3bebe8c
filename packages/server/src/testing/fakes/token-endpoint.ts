import { type Fake, type FakeReply, type FakeRoute, route } from "./fake-http.ts";

interface TokenState {
  /** Tokens that are valid. */
  readonly tokens: Set<string>;
  validSeconds: number;
}

/**
 * Returns a fake token endpoint of an OAuth 2.0 provider at `/token` (https://www.rfc-editor.org/rfc/rfc6749#section-4.4), with the errors of Microsoft Entra
 * (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow).
 *
 * @param options.refreshToken If absent, the application signs in as itself.
 */
export function createTokenFake(options: {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  readonly refreshToken?: string;
}): Fake<TokenState> {
  const state: TokenState = { tokens: new Set(), validSeconds: 3599 };
  let issued = 0;
  const handle: FakeRoute["handle"] = ({ headers, body }) => {
    if (headers["content-type"] !== "application/x-www-form-urlencoded")
      return refusal("invalid_request", "AADSTS900144: The request body must contain the parameter 'grant_type'.");
    const form = Object.fromEntries(new URLSearchParams(body));
    if (form["client_id"] !== options.clientId || form["client_secret"] !== options.clientSecret)
      return refusal("invalid_client", "AADSTS7000215: Invalid client secret provided.", 401);
    const { grant_type: grant, refresh_token: refreshToken } = form;
    if (grant !== (options.refreshToken === undefined ? "client_credentials" : "refresh_token"))
      return refusal(
        grant === "refresh_token" ? "invalid_grant" : "unsupported_grant_type",
        "AADSTS70000: The provided grant is not valid.",
      );
    if (refreshToken !== options.refreshToken) return refusal("invalid_grant", "Token has been expired or revoked.");
    if (form["scope"] !== options.scope)
      return refusal("invalid_scope", "AADSTS1002012: The provided value for scope is not valid.");
    issued += 1;
    const token = `token-${issued}`;
    state.tokens.add(token);
    return { body: { token_type: "Bearer", expires_in: state.validSeconds, access_token: token } };
  };
  const routes: readonly FakeRoute[] = [{ method: "POST", path: /^\/token$/, handle }];
  return { state, respond: (request) => route(routes, request, { status: 404, body: "Not found" }) };
}

function refusal(error: string, description: string, status = 400): FakeReply {
  return { status, body: { error, error_description: description } };
}
