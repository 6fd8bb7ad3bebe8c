import { exchangeOidc, returnOidc, startOidc } from "@plumb/contract/people/oidc.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // Redirects to the sign-in page, because no provider is configured. The code is forged.
  { endpoint: startOidc, callers: "everyone", status: 302 },
  { endpoint: returnOidc, callers: "everyone", status: 302 },
  {
    endpoint: exchangeOidc,
    callers: "everyone",
    status: 401,
    audit: ["user.signed_in"],
    sample: { body: { code: "forged" } },
  },
];
