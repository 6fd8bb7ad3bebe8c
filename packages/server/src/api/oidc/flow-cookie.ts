import type { FlowSecrets } from "./provider.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import { SealError, type SecretBox } from "#core/secret-box.ts";

/** Browsers accept a cookie with the prefix only from this host and over TLS, so that other hosts of the domain cannot replace it. */
function nameOf(secure: boolean): string {
  return secure ? "__Host-plumb_oidc" : "plumb_oidc";
}

/** A started sign-in. */
interface Flow extends FlowSecrets {
  /** Page to open after the sign-in; not validated here. */
  readonly redirect?: string | undefined;
}

/** Encrypted contents of the sign-in cookie: first the secrets of the sign-in, then the code to exchange for a session. */
export interface CookieContents {
  flow: Flow;
  code: string;
}

/** Returns the header that sets the cookie; a `null` value deletes it. */
export function writeCookie<Kind extends keyof CookieContents>(
  secretBox: SecretBox,
  kind: Kind,
  value: CookieContents[Kind] | null,
  { now, seconds, secure }: { now: Date; seconds: number; secure: boolean },
): string {
  const until = now.getTime() + seconds * 1000;
  const encrypted = value === null ? "" : secretBox.seal(JSON.stringify({ value, until }), purpose(kind));
  const maxAge = value === null ? 0 : seconds;
  // With Lax, the cookie is sent when the provider redirects back, but not with requests from other sites.
  const attributes = secure ? "Path=/; Secure" : "Path=/api/auth/oidc";
  return `${nameOf(secure)}=${encrypted}; ${attributes}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
}

/** Returns the content of the cookie; `null` if it is missing, of another kind, or expired. */
export function readCookie<Kind extends keyof CookieContents>(
  secretBox: SecretBox,
  kind: Kind,
  request: FastifyRequest,
  { now, secure }: { now: Date; secure: boolean },
): CookieContents[Kind] | null {
  const encrypted = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([^;]+)`).exec(request.headers.cookie ?? "")?.[1];
  if (encrypted === undefined) return null;
  try {
    const { value, until } = JSON.parse(secretBox.open(encrypted, purpose(kind))) as {
      value: CookieContents[Kind];
      until: number;
    };
    return now.getTime() < until ? value : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

function purpose(kind: keyof CookieContents): string {
  return `oidc:${kind}`;
}
