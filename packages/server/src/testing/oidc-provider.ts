import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";

interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Subject of the account that signs in next without interaction; `null` denies the sign-in. */
  subject: string | null;
  /** By subject. */
  readonly people: Record<string, Claims>;
  /**
   * Follows redirects from an address of the provider like a browser with its own session, until one leads elsewhere.
   *
   * @returns The final address.
   */
  readonly signIn: (address: string) => Promise<URL>;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" };

/** Prevents warnings of the provider at each start. */
const ttl = { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 };
function keepInMemory(): (model: string) => Adapter {
  const retained = new Map<string, AdapterPayload>();
  return (model) => ({
    upsert: async (id, payload) => void retained.set(`${model} ${id}`, payload),
    find: async (id) => retained.get(`${model} ${id}`),
    findByUid: async (uid) => [...retained.values()].find((one) => one.uid === uid && one.kind === model),
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(retained.get(`${model} ${id}`) ?? {}, { consumed: 1 }),
    destroy: async (id) => void retained.delete(`${model} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [key, { grantId: of }] of retained) if (of === grantId) retained.delete(key);
    },
  });
}

/** Starts a real OpenID Connect provider on loopback that signs users in without interaction. */
export async function startOidcProvider(client: {
  id: string;
  secret?: string;
  redirectUri: string;
  /** A free port by default. */
  port?: number;
}): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(client.port ?? 0, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        redirect_uris: [client.redirectUri],
        ...(client.secret === undefined
          ? { token_endpoint_auth_method: "none" as const }
          : { client_secret: client.secret }),
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "role", "roles"] },
    adapter: keepInMemory(),
    ttl,
    cookies: { keys: ["a key for tests"] },
    jwks: { keys: [key] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...test.people[sub] }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        ...(oidc.client !== undefined && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const reply = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return void reply(request, response);
    const result =
      test.subject === null
        ? { error: "access_denied", error_description: "<b>No</b>" }
        : { login: { accountId: test.subject } };
    return void provider.interactionFinished(request, response, result);
  });

  const test: TestProvider = {
    issuer,
    subject: null,
    people: {},
    async signIn(address) {
      const cookies = new Map<string, string>();
      let url = new URL(address);
      while (url.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(url, { redirect: "manual", headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=", 2);
          cookies.set(name, value);
        }
        const next = response.headers.get("location");
        if (next === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
        url = new URL(next, url);
      }
      return url;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return test;
}
