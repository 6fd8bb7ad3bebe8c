import { register } from "@plumb/contract/people/auth.ts";
import { returnOidc } from "@plumb/contract/people/oidc.ts";
import { profileLimits } from "@plumb/contract/people/profile.ts";
import * as client from "openid-client";
import { z } from "zod";
import { OidcRefusal } from "./oidc-refusal.ts";
import type { OidcConfig } from "#config.ts";
import type { Context } from "#core/context.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { fetchThrough } from "#outgoing/fetch-through.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import type { Identity } from "#store/people/identities.ts";

/** Secrets that identify a sign-in when the provider redirects back. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** User that the provider has signed in. */
export interface Person extends Identity {
  /** Returns the verified email address (`null` if it is not verified) and the name. May send another request to the provider. */
  readonly describe: () => Promise<{ readonly email: string | null; readonly name: string | null }>;
}

export interface Provider {
  readonly start: () => Promise<{ readonly url: URL; readonly secrets: FlowSecrets }>;
  /**
   * @param query Query string of the redirect from the provider, with the question mark.
   * @throws OidcRefusal
   */
  readonly finish: (query: string, secrets: FlowSecrets) => Promise<Person>;
}

/** Creates a client for the authorization code flow with PKCE, state and nonce. openid-client verifies the ID tokens. */
export function createProvider(config: OidcConfig, context: Pick<Context, "config" | "publicUrl">): Provider {
  const { issuer, clientId, clientSecret, scopes } = config;
  const server = new URL(issuer);
  // The configured issuer is trusted; addresses from its discovery document are checked like any other.
  const ownHost = server.hostname.replaceAll(/[[\]]/g, "");
  const outgoing = createOutgoing({ allowPrivateHosts: [...context.config.allowPrivateHosts, ownHost] });
  const returnAddress = () => `${context.publicUrl()}${returnOidc.path}`;
  let found: Promise<client.Configuration> | undefined;

  // Requested at the first sign-in, so that an unreachable provider does not prevent the start. Errors are not cached.
  const discovered = () => {
    found ??= client
      .discovery(server, clientId, clientSecret, clientSecret === undefined ? client.None() : secretAs(clientSecret), {
        [client.customFetch]: fetchThrough(outgoing),
        execute: server.protocol === "http:" ? [client.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        found = undefined;
        throw new OidcRefusal("unreachable", { cause: error });
      });
    return found;
  };
  const verified = async <T>(asking: Promise<T>): Promise<T> =>
    asking.catch((error: unknown) => {
      // The endpoints may have changed since discovery.
      found = undefined;
      throw refusal(error);
    });

  return {
    async start() {
      const configuration = await discovered();
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnAddress(),
        scope: scopes,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
      return { url, secrets };
    },

    async finish(query, { state, nonce, verifier }) {
      const configuration = await discovered();
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await verified(
        client.authorizationCodeGrant(configuration, new URL(`${returnAddress()}${query}`), checks),
      );
      const claims = tokens.claims() ?? {};
      const named = Subject.safeParse(claims);
      if (!named.success) throw new OidcRefusal("failed", { cause: named.error });
      const { iss, sub } = named.data;
      return {
        issuer: iss,
        subject: sub,
        async describe() {
          // Most providers include the email address in the ID token, others only return it from the userinfo endpoint.
          const complete = "email" in claims && "email_verified" in claims;
          const ask = !complete && configuration.serverMetadata().userinfo_endpoint !== undefined;
          const more = ask ? await verified(client.fetchUserInfo(configuration, tokens.access_token, sub)) : {};
          return description({ ...claims, ...more });
        },
      };
    },
  };
}

const Subject = z.object({ iss: z.string(), sub: z.string().regex(/^[^\0]{1,255}$/) });
/** Same rules as in the sign-up form. */
const Email = register.body.shape.email;

/** An address is verified only if `email_verified` is `true`; a missing claim does not verify it. */
function description(claims: Record<string, unknown>): { email: string | null; name: string | null } {
  const email = Email.safeParse(claims["email"]);
  const name = typeof claims["name"] === "string" ? claims["name"].replaceAll(/\p{Cc}+/gu, " ").trim() : "";
  return {
    email: email.success && claims["email_verified"] === true ? email.data : null,
    name: name === "" ? null : name.slice(0, profileLimits.name),
  };
}

/** Sends the secret in the header, as the standard requires, unless the provider only accepts it in the form. */
function secretAs(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const inForm = !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
    (inForm ? post : basic)(server, ...rest);
  };
}

function refusal(error: unknown): OidcRefusal {
  if (error instanceof client.AuthorizationResponseError && error.error === "access_denied")
    return new OidcRefusal("denied");
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingError) return new OidcRefusal("unreachable", { cause: error });
    if ("code" in cause && cause.code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED")
      return new OidcRefusal("clock", { cause: error });
  }
  return new OidcRefusal("failed", { cause: error });
}
