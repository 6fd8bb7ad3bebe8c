import type { OutgoingReply } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/**
 * Only classic tokens report their scopes. The permissions of a fine-grained token are unknown until it writes.
 *
 * @see https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 * @throws OutgoingError if the token cannot write to the repository.
 */
export function checkScopes(headers: OutgoingReply["headers"], repository: string): void {
  const scopes = String(headers["x-oauth-scopes"] ?? "").split(/,\s*/);
  if (scopes[0] !== "" && !scopes.includes("repo") && !scopes.includes("public_repo"))
    throw new OutgoingError(`The token can read but not write ${repository}: it needs the scope repo.`);
}
