import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { NewPassword } from "./profile.ts";

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset",
  summary: "Request a reset link by mail; the response does not reveal whether the address has an account",
  allow: "public",
  body: z.object({ email: z.string().trim().max(320).pipe(z.email()) }),
  response: success(z.null()),
});

const tokenParams = z.object({ token: z.string().max(200) });

export const readPasswordReset = endpoint({
  method: "GET",
  path: "/api/auth/password-reset/:token",
  summary: "Read the account of a reset link; fails if the link no longer works",
  allow: "public",
  params: tokenParams,
  response: success(z.object({ email: z.string(), expiresAt: Timestamp })),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/password-reset/:token",
  summary: "Set a new password with a reset link; ends all sessions of the account",
  allow: "public",
  params: tokenParams,
  body: NewPassword,
  response: success(z.object({ email: z.string() })),
});

export const createPasswordReset = endpoint({
  method: "POST",
  path: "/api/users/:userId/password-reset",
  summary: "Create a reset link for an account, to be passed on by hand",
  allow: "admin",
  params: z.object({ userId: Id }),
  /** The link is returned only once. */
  response: success(z.object({ link: z.string(), expiresAt: Timestamp })),
});
