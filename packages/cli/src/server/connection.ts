import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import { UsageError } from "#core/usage-error.ts";

/** Options of every command that talks to a server. */
export const connectionOptions = {
  url: "address of the Plumb server (or PLUMB_URL, or plumb login)",
  key: "API key of the project (PLUMB_API_KEY is safer: other users can read command lines)",
} as const;

export interface Connection {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/**
 * Returns the server and the key. Options take precedence over variables, and variables over the values that `plumb login` stored. A stored key is
 * only sent to the server that it was stored for.
 *
 * @throws UsageError naming the missing or invalid value.
 */
export async function resolveConnection(
  options: Readonly<Partial<Record<string, string>>>,
  env: Variables,
): Promise<Connection> {
  const stored = await readCredentials(env);
  const url = parseServerUrl(options["url"] ?? (env["PLUMB_URL"]?.trim() || stored?.url));
  return { url, key: parseApiKey(options["key"] ?? (env["PLUMB_API_KEY"]?.trim() || storedKey(url, stored))) };
}

function storedKey(url: string, stored: Credentials | null): string | undefined {
  return stored?.url === url ? stored.key : undefined;
}

/** @throws UsageError */
export function parseServerUrl(text: string | undefined): string {
  if (!text)
    throw new UsageError(
      "No server: set PLUMB_URL, pass --url (for example --url http://127.0.0.1:4600), or run plumb login",
    );
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`${text} is not a server address: it must begin with http:// or https://`);
  }
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/+$/, "");
}

const createKeyHint = "Create one in Plumb under Projects, your project, API keys.";

/** @throws UsageError whose message does not contain the key. */
export function parseApiKey(
  text: string | undefined,
  missing = `No API key: set PLUMB_API_KEY, or run plumb login. ${createKeyHint}`,
): string {
  if (!text) throw new UsageError(missing);
  // Other characters are invalid in a header, and Node's error message would print the key.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new UsageError("The API key contains invalid characters. Was it copied whole?");
  return text;
}
