const maxStoredBytes = 1024;
/** Longer texts are truncated before secrets are removed, to limit the time for long responses. */
const maxReadLength = 16_384;
const placeholder = "[removed]";

/** Returns a text without secrets. Longer secrets are removed first, because they can contain shorter ones. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, secret) => left.replaceAll(secret, placeholder), text);
}

/** Returns the start of a response without secrets, and without NUL, which PostgreSQL cannot store. */
export function storedStart(body: string, secrets: readonly string[]): string {
  const isCut = body.length > maxReadLength;
  const text = withoutSecrets(isCut ? body.slice(0, maxReadLength) : body, secrets);
  // The cut may have left the start of a secret.
  const full = isCut ? text.slice(0, -Math.max(1, ...secrets.map(({ length }) => length))) : text;
  return Buffer.from(full).subarray(0, maxStoredBytes).toString().replaceAll("\0", "");
}

/**
 * Returns the forms in which a service may repeat secrets: as they are, encoded for JSON, addresses and basic authentication.
 *
 * @param users Texts that may be the user name of basic authentication.
 */
export function formsOfSecrets(secrets: readonly string[], users: readonly string[]): readonly string[] {
  return [
    ...new Set(
      secrets
        .filter((secret) => secret !== "")
        .flatMap(partsOf)
        .flatMap((secret) => [
          secret,
          encodeURIComponent(secret),
          JSON.stringify(secret).slice(1, -1),
          ...[secret, ...["", ...users].map((user) => `${user}:${secret}`)].map(base64),
        ]),
    ),
  ];
}

/** Returns the secret parts of a secret. The host of a webhook's address is not secret. */
function partsOf(secret: string): readonly string[] {
  const url = /^https?:\/\//i.test(secret) ? URL.parse(secret) : null;
  if (url === null) return [secret];
  const path = url.pathname.slice(1);
  const tokens = [...path.split("/"), ...url.searchParams.values()].filter(({ length }) => length >= 16);
  const parts = [path + url.search, path.replace(/\/+$/, ""), url.search, ...tokens].filter((part) => part !== "");
  return parts.length === 0 ? [secret] : parts;
}

function base64(text: string): string {
  // Padding is often left out.
  return Buffer.from(text).toString("base64").replace(/=+$/, "");
}
