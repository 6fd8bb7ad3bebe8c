import { login, logout, ownAccount, register } from "@plumb/contract/people/auth.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  {
    endpoint: login,
    callers: "everyone",
    audit: ["user.signed_in"],
    sample: ({ password }) => ({ body: { username: "admin", password } }),
  },
  // 403: this server allows sign-up by invitation only.
  {
    endpoint: register,
    callers: "everyone",
    status: 403,
    audit: ["user.created"],
    sample: { body: { username: "new", email: "new@example.test", password: "secret staple" } },
  },
  { endpoint: ownAccount, callers: "accounts" },
  { endpoint: logout, callers: "accounts", audit: ["session.ended"] },
];
