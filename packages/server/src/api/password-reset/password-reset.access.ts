import {
  createPasswordReset,
  readPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "@plumb/contract/people/password-reset.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // 409: this server sends no mail.
  // Recorded by the job that sends the mail, because the response must not reveal whether the account exists.
  {
    endpoint: requestPasswordReset,
    callers: "everyone",
    status: 409,
    audit: "queues",
    sample: async ({ newPerson }) => ({ body: { email: (await newPerson()).email } }),
  },
  // The token authorises the request; this one is forged.
  { endpoint: readPasswordReset, callers: "everyone", status: 404, sample: { params: { token: "forged" } } },
  {
    endpoint: resetPassword,
    callers: "everyone",
    status: 404,
    audit: ["password_reset.used"],
    sample: { params: { token: "forged" }, body: { newPassword: "secret staple", confirmPassword: "secret staple" } },
  },
  {
    endpoint: createPasswordReset,
    callers: "admins",
    audit: ["password_reset.created"],
    sample: async ({ newPerson }) => ({ params: { userId: (await newPerson()).id } }),
  },
];
