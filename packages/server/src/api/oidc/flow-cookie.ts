import type { FlowSecrets } from "#api/oidc/provider.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import { SealError, type Sealer } from "#core/sealer.ts";

const name = "plumb_oidc";

/** A sign-in that is under way. */
interface Flow extends FlowSecrets {
  /** Where the person wanted to go; not checked here. */
  readonly redirect?: string | undefined;
}

/** What the browser keeps of a sign-in: first its secrets, then the code that it may exchange. Unreadable to everybody else. */
export interface Kept {
  flow: Flow;
  code: string;
}

/** The header that keeps it; without a value it takes away what was kept. */
export function keepInCookie<Kind extends keyof Kept>(
  sealer: Sealer,
  kind: Kind,
  value: Kept[Kind] | null,
  { now, seconds, secure }: { now: Date; seconds: number; secure: boolean },
): string {
  const until = now.getTime() + seconds * 1000;
  const sealed = value === null ? "" : sealer.seal(JSON.stringify({ value, until }), purpose(kind));
  const maxAge = value === null ? 0 : seconds;
  // Lax: it comes along when the provider sends the browser back, and with nothing that another page sends on its own.
  return `${name}=${sealed}; Path=/api/auth/oidc; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** What this browser kept; null if that is nothing, something else, or too old. */
export function keptInCookie<Kind extends keyof Kept>(
  sealer: Sealer,
  kind: Kind,
  request: FastifyRequest,
  now: Date,
): Kept[Kind] | null {
  const sealed = new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(request.headers.cookie ?? "")?.[1];
  if (sealed === undefined) return null;
  try {
    const { value, until } = JSON.parse(sealer.open(sealed, purpose(kind))) as { value: Kept[Kind]; until: number };
    return now.getTime() < until ? value : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

function purpose(kind: keyof Kept): string {
  return `oidc:${kind}`;
}
