import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { NewPassword } from "./profile.ts";

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset",
  summary: "Ask for a link by mail; the answer is the same whether the address has an account or not",
  allow: "public",
  body: z.object({ email: z.string().trim().max(320).pipe(z.email()) }),
  response: success(z.null()),
});

const tokenParams = z.object({ token: z.string().max(200) });

export const readPasswordReset = endpoint({
  method: "GET",
  path: "/api/auth/password-reset/:token",
  summary: "Whose password a link resets; refused for a link that does not work any more",
  allow: "public",
  params: tokenParams,
  response: success(z.object({ email: z.string(), expiresAt: Moment })),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/password-reset/:token",
  summary: "Choose a new password; the link is used up and every session of the account ends",
  allow: "public",
  params: tokenParams,
  body: NewPassword,
  response: success(z.object({ email: z.string() })),
});

export const createPasswordReset = endpoint({
  method: "POST",
  path: "/api/users/:userId/password-reset",
  summary: "Make a reset link for an account, to be passed on by hand; nothing is mailed",
  allow: "admin",
  params: z.object({ userId: Id }),
  /** The link is in this answer and never again. */
  response: success(z.object({ link: z.string(), expiresAt: Moment })),
});
