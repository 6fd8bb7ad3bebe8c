import { verify } from "node:crypto";
import { z } from "zod";
import type { Fake, FakeReply } from "./fake-http.ts";
import { createGithubFake } from "./github.ts";
import type { GithubState } from "./github-state.ts";

const Claims = z.strictObject({ iat: z.int(), exp: z.int(), iss: z.string() });

interface App {
  readonly appId: string;
  readonly installationId: string;
  readonly publicKey: string;
}

/**
 * Returns a fake of GitHub that only accepts tokens of the installation of an app. Each new token replaces the previous one.
 *
 * @see https://docs.github.com/rest/apps/apps#create-an-installation-access-token-for-an-app
 */
export function createGithubAppFake(
  { appId, installationId, publicKey }: App,
  now: () => Date,
): Fake<GithubState & { token: string; now: () => Date }> {
  const { repositories, renamed } = createGithubFake("").state;
  const state = { repositories, renamed, token: "", now };
  let issued = 0;
  return {
    state,
    respond(request) {
      const { method, url, headers } = request;
      const credentials = String(headers.authorization).replace(/^Bearer /, "");
      if (url.startsWith("/app/")) {
        if (!isSigned(credentials, { appId, publicKey, seconds: state.now().getTime() / 1000 }))
          return {
            ...refusal(401, "A JSON web token could not be decoded"),
            headers: { date: state.now().toUTCString() },
          };
        if (method !== "POST" || url !== `/app/installations/${installationId}/access_tokens`)
          return refusal(404, "Not Found");
        issued += 1;
        state.token = `ghs_${issued}`;
        const until = new Date(state.now().getTime() + 3_600_000);
        const headers = { date: state.now().toUTCString() };
        return { status: 201, headers, body: { token: state.token, expires_at: until.toISOString(), permissions: {} } };
      }
      if (url === "/user") return refusal(403, "Resource not accessible by integration");
      if (url === "/installation/repositories?per_page=1" && credentials === state.token)
        return { body: { total_count: state.repositories.size, repositories: [] } };
      const fake = createGithubFake(state.token, state.now);
      Object.assign(fake.state, { repositories: state.repositories, renamed: state.renamed });
      return fake.respond(request);
    },
  };
}

function isSigned(
  token: string,
  { appId, publicKey, seconds }: { readonly appId: string; readonly publicKey: string; readonly seconds: number },
): boolean {
  const [head = "", payload = "", signature = ""] = token.split(".");
  if (!verify("sha256", Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, "base64url")))
    return false;
  const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!claims.success) return false;
  const { iat, exp, iss } = claims.data;
  return iss === appId && iat <= seconds && exp > seconds && exp - seconds <= 600;
}

function refusal(status: number, message: string): FakeReply {
  return { status, body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) } };
}
