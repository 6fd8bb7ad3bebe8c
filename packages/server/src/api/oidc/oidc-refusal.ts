import type { OidcError } from "@plumb/contract/people/oidc.ts";

/** Why this sign-in ends on the sign-in page; a `cause` is what the provider or the way to it did wrong, for the log. */
export class OidcRefusal extends Error {
  readonly reason: OidcError;

  constructor(reason: OidcError, options?: ErrorOptions) {
    super(`sign-in with the provider: ${reason}`, options);
    this.reason = reason;
  }
}
