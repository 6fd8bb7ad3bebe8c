import type { OidcError } from "@plumb/contract/people/oidc.ts";

/** A failed sign-in. The sign-in page shows `reason`; `cause` is the error of the provider or the connection, for the log. */
export class OidcRefusal extends Error {
  readonly reason: OidcError;

  constructor(reason: OidcError, options?: ErrorOptions) {
    super(`sign-in with the provider: ${reason}`, options);
    this.reason = reason;
  }
}
