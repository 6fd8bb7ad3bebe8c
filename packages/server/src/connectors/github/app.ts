import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { githubHeaders } from "@plumb/code-hosts/github.ts";
import { z } from "zod";
import { accessToken } from "#connectors/access-token.ts";
import { notItsApi, unexpected } from "#connectors/responses.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { serviceTimeMs } from "#outgoing/response-status.ts";

/** A token is accepted if the clocks differ by less. */
const maxClockErrorMs = 60_000;
const Granted = z.object({ token: z.string().min(1), expires_at: z.iso.datetime({ offset: true }) });

export function isGithubApp(values: Values): boolean {
  return values["authentication"] === "app";
}

/**
 * Returns the credentials with the access token of the installation of a GitHub App.
 *
 * @see https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app
 * @throws OutgoingError with what to do.
 */
export async function signInToGithub(
  values: Values,
  { outgoing, now }: { readonly outgoing: Outgoing; readonly now: Date },
): Promise<Values> {
  const { token = "", appId = "", installationId = "", privateKey = "" } = values;
  if (!isGithubApp(values)) {
    if (token === "") throw new OutgoingError("Enter the access token.");
    return values;
  }
  if (appId === "" || !/^\d{1,15}$/.test(installationId))
    throw new OutgoingError("Enter the ID of the app, and the number of its installation.");
  const url = `${baseUrl(values, "apiUrl")}/app/installations/${installationId}/access_tokens`;
  const key = keyOf(privateKey);
  const source = { url, appId, privateKey };
  return { ...values, token: await accessToken(source, () => requestToken(outgoing, url, { appId, key, now })) };
}

async function requestToken(
  outgoing: Outgoing,
  url: string,
  { appId, key, now }: { readonly appId: string; readonly key: KeyObject; readonly now: Date },
) {
  const ask = (time: number) => {
    const headers = { ...githubHeaders(signedToken(appId, key, time)), "user-agent": "plumb" };
    return outgoing.request({ method: "POST", url, headers, isSecret: true });
  };
  const first = await ask(now.getTime());
  const theirTime = serviceTimeMs(first.headers, now);
  // GitHub rejects a token that is signed with a wrong clock, and its response has the right time.
  const isClockWrong = first.status === 401 && Math.abs(theirTime - now.getTime()) > maxClockErrorMs;
  const response = isClockWrong ? await ask(theirTime) : first;
  if (response.status !== 201)
    throw unexpected("GitHub", response, {
      now,
      refusals: {
        credentials: "GitHub rejected the app. Check its ID, its private key, and the clock of this server.",
        missing: "GitHub has no such installation of this app. Check its number, and the API URL.",
      },
    });
  const granted = Granted.safeParse(await outgoing.readJson(response.body));
  if (!granted.success) throw notItsApi("GitHub");
  const { token, expires_at: until } = granted.data;
  return { token, validMs: Date.parse(until) - serviceTimeMs(response.headers, now) };
}

/** Returns a JSON Web Token. It begins a minute earlier and is short, because clocks differ; GitHub allows ten minutes. */
function signedToken(appId: string, key: KeyObject, time: number): string {
  const seconds = Math.floor(time / 1000);
  const parts = [
    { alg: "RS256", typ: "JWT" },
    { iat: seconds - 60, exp: seconds + 480, iss: appId },
  ];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

/** A form has removed the line breaks of the file. */
function keyOf(text: string): KeyObject {
  const [, label, content] = /-----BEGIN ((?:RSA )?PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END/.exec(text) ?? [];
  const lines = content?.replaceAll(/\s+/g, "").match(/.{1,64}/g) ?? [];
  try {
    return createPrivateKey([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n"));
  } catch {
    throw new OutgoingError("This is not a private key of a GitHub App. Enter the content of its .pem file.");
  }
}
